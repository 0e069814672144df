import { Buffer } from 'node:buffer';
import type { SourceDocument } from '../../../src/codegen/load/document.ts';
import { applyOverlays, type Overlay, readOverlay } from '../../../src/codegen/overlay/index.ts';
import { fromText } from '../load/from-text.ts';

export const SOURCE = 'https://api.example/our.overlay.yaml';

export function overlayFrom(text: string): Promise<Overlay> {
  return readOverlay(SOURCE, { fetchText: async (url) => ({ bytes: Buffer.from(text), url }) });
}

export function actionsFrom(actions: string, version = '1.1.0'): Promise<Overlay> {
  return overlayFrom(`overlay: ${version}\ninfo: {title: t, version: '1'}\nactions:\n${actions}`);
}

/** A description with overlays, each given by its actions. */
export async function overlaid(description: string, ...actions: string[]): Promise<SourceDocument> {
  return applyOverlays(await fromText(description), await Promise.all(actions.map((a) => actionsFrom(a))));
}
