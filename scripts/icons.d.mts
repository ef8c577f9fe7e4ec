export function iconSprite(): Promise<string>;
