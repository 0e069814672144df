import type { Json } from '../load/document.ts';

/** One change (Overlay 1.1, section 4.4.3, “Action Object”). */
export interface OverlayAction {
  /** JSONPath (RFC 9535) of what is changed. */
  target: string;
  description?: string;
  update?: Json;
  remove?: boolean;
  /** JSONPath of the one node that is copied into the targets; since Overlay 1.1. */
  copy?: string;
}

/** What we say about a description: changes in order. */
export interface Overlay {
  /** As the person named it. */
  source: string;
  /** SHA-256 of its bytes, hex. */
  sha256: string;
  version: '1.0' | '1.1';
  title: string;
  actions: OverlayAction[];
}
