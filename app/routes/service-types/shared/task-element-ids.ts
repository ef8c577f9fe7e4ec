/** Rows and handles are found by id, because the layer that drags them is loaded after them. */
export const rowElementId = (id: string) => `task-${id}`;
export const handleElementId = (id: string) => `handle-${id}`;
