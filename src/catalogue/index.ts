/** The contract between generator and runtime: the types of a catalogue. Types only; imports nothing from elsewhere. */
export type * from './catalogue.ts';
export type * from './json-schema.ts';
export type * from './proof.ts';
export type * from './security.ts';
export type * from './tool.ts';
