import type { Activators, SensorInstance, SensorProps } from "@dnd-kit/core";

/** `move`: an arrow key, even if it had no effect. */
export type KeyStep = "move" | "drop" | "unschedule" | "cancel";

interface DragKeyboardOptions {
  /** What a key does to the dragged job; null: nothing. */
  step: (event: KeyboardEvent) => KeyStep | null;
  /** The job's position after the last step, relative to where it was picked up. */
  offset: () => { x: number; y: number };
  /** Whether the focus is still on the dragged job. */
  isWithin: (element: Element) => boolean;
}

/**
 * A keyboard drag in steps of times and technicians rather than pixels. dnd-kit's own sensor starts listening slightly
 * late and works only with coordinates: quick key presses would be lost, and a duration is not a coordinate.
 */
export class DragKeyboard implements SensorInstance {
  static activators: Activators<DragKeyboardOptions> = [
    { eventName: "onKeyDown", handler: ({ nativeEvent }) => nativeEvent.code === "Space" },
  ];

  autoScrollEnabled = false;

  constructor(private readonly props: SensorProps<DragKeyboardOptions>) {
    props.event.preventDefault();
    window.addEventListener("keydown", this.handleKey, { capture: true });
    window.addEventListener("resize", this.cancel);
    document.addEventListener("focusin", this.handleFocus);
    props.onStart({ x: 0, y: 0 });
  }

  private handleKey = (event: KeyboardEvent) => {
    const { options, onMove } = this.props;
    const step = options.step(event);
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === "move") onMove(options.offset());
    else if (step === "cancel") this.cancel();
    else this.end();
  };

  private handleFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !this.props.options.isWithin(target)) this.cancel();
  };

  private end = () => {
    this.detach();
    this.props.onEnd();
  };

  private cancel = () => {
    this.detach();
    this.props.onCancel();
  };

  private detach() {
    window.removeEventListener("keydown", this.handleKey, { capture: true });
    window.removeEventListener("resize", this.cancel);
    document.removeEventListener("focusin", this.handleFocus);
  }
}
