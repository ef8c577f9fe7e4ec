// What components ask of react-dom while the Worker renders them: nothing stands outside the page there.
export const createPortal = () => null;
export const flushSync = (work) => work();
