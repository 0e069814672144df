/** Overlays: read, applied, and what they say about operations. Heavy to load: import it only where there is an overlay. */
export { applyOverlays } from './apply.ts';
export { operationExtension } from './extension.ts';
export type { Overlay } from './overlay.ts';
export { readOverlay } from './read.ts';
