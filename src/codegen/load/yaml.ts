import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  Scalar,
  type YAMLMap,
} from 'yaml';
import { DescriptionError } from '../description-error.ts';
import { pointer, segments } from '../pointer.ts';
import type { Json, JsonObject } from './document.ts';
import { duplicateKey, type Parsed } from './json.ts';
import { isInexact, notFinite, tooDeep } from './json-text.ts';
import type { Limits } from './limits.ts';
import { setMember } from './member.ts';

/**
 * Reads YAML 1.2 (core schema, so that dates stay text) with merge keys, as plain data: keys are text as they are written
 * (`1.10`, `200`, `null`), aliases are copies.
 *
 * @throws DescriptionError `syntax` with the line: broken text, repeated keys, several documents, numbers that are not finite,
 * anchors that contain themselves; `too_large`: nested too deep, or more copies than the limits allow.
 */
export function parseYaml(text: string, name: string, limits: Limits): Parsed {
  const lines = new LineCounter();
  const document = compose(text, name, limits, lines);
  const conversion = new Conversion(name, limits, lines);
  const value = conversion.convert(document.contents, []);
  keepVersionText(document, value);
  return {
    value,
    inexact: conversion.inexact,
    notes: document.warnings.map((w) => `Line ${lines.linePos(w.pos[0]).line}: ${oneLine(w.message)}`),
    line: lazyLine(text, name, limits),
  };
}

function compose(text: string, name: string, limits: Limits, lineCounter: LineCounter): Document {
  let document: Document;
  try {
    // Keys are compared in Conversion: by their text, and not each with each.
    document = parseDocument(text, {
      lineCounter,
      version: '1.2',
      schema: 'core',
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
      stringKeys: false,
    });
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(name, limits.depth);
    throw new DescriptionError('syntax', `${name} is no valid YAML: ${oneLine(String((error as Error).message))}.`);
  }
  const [error] = document.errors;
  if (error === undefined) return document;
  if (/call stack/.test(error.message)) throw tooDeep(name, limits.depth, lineCounter.linePos(error.pos[0]).line);
  const { line, col } = lineCounter.linePos(error.pos[0]);
  const message =
    error.code === 'MULTIPLE_DOCS'
      ? 'a second YAML document begins; a description is one document.'
      : `${oneLine(error.message).replace(/\.$/, '')}.`;
  throw new DescriptionError('syntax', `${name}, line ${line}, column ${col}: ${message}`, '#', line);
}

type Path = (string | number)[];

class Conversion {
  readonly inexact: Parsed['inexact'] = [];
  /** The node that carries each anchor, so far in the text: an alias means the last one before it. */
  private readonly anchors = new Map<string, Node>();
  private readonly aliased = new Map<Node, Node>();
  private readonly open = new Set<Node>();
  private copies = 0;
  private copying = 0;

  constructor(
    private readonly name: string,
    private readonly limits: Limits,
    private readonly lines: LineCounter,
  ) {}

  convert(node: unknown, path: Path): Json {
    if (path.length > this.limits.depth) throw tooDeep(this.name, this.limits.depth, this.lineOf(node));
    if (this.copying > 0 && ++this.copies > this.limits.aliasValues) {
      throw new DescriptionError(
        'too_large',
        `${this.name}: its YAML aliases stand for more than ${this.limits.aliasValues} values; write out what is meant.`,
        pointer(...path),
        this.lineOf(node),
      );
    }
    if (isAlias(node)) return this.copy(node, path);
    if (isScalar(node)) return this.scalar(node, path);
    if (!isMap(node) && !isSeq(node)) return null;
    this.remember(node);
    this.open.add(node);
    const value = isMap(node) ? this.map(node, path) : node.items.map((item, i) => this.convert(item, [...path, i]));
    this.open.delete(node);
    return value;
  }

  /** What an alias stands for, once more: nothing in a document is shared. */
  private copy(alias: Node, path: Path): Json {
    const target = this.targetOf(alias, path);
    this.copying++;
    const value = this.convert(target, path);
    this.copying--;
    return value;
  }

  private targetOf(alias: Node, path: Path): Node {
    const known = this.aliased.get(alias);
    const target = known ?? (isAlias(alias) ? this.anchors.get(alias.source) : undefined);
    if (target === undefined) throw this.broken(alias, path, 'the alias names no anchor before it');
    if (this.open.has(target)) throw this.broken(alias, path, 'the alias stands inside what it stands for');
    this.aliased.set(alias, target);
    return target;
  }

  private scalar(node: Scalar, path: Path): Json {
    this.remember(node);
    const { value } = node;
    if (typeof value === 'number') {
      const written = node.source ?? String(value);
      if (!Number.isFinite(value)) throw notFinite(this.name, written, this.lineOf(node), pointer(...path));
      if (isInexact(written, value)) this.inexact.push({ text: written, line: this.lineOf(node) });
      return value;
    }
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
    return node.source ?? String(value);
  }

  private map(node: YAMLMap, path: Path): JsonObject {
    const object: JsonObject = {};
    const written = new Map<string, Node>();
    for (const pair of node.items) {
      if (isMergeKey(pair.key)) {
        this.merge(object, pair.value, path);
        continue;
      }
      const key = this.key(pair.key, path);
      const at = pair.key as Node;
      const first = written.get(key);
      if (first !== undefined) {
        throw duplicateKey(this.name, key, pointer(...path, key), this.lineOf(first), this.lineOf(at));
      }
      written.set(key, at);
      // What is written takes the place of what a merge has brought before.
      setMember(object, key, this.convert(pair.value, [...path, key]));
    }
    return object;
  }

  /** Adds what `<<` brings (YAML 1.1's merge type): never over what is there, so the first of several maps wins. */
  private merge(object: JsonObject, value: unknown, path: Path): void {
    const sources = isSeq(value) ? value.items : [value];
    for (const source of sources) {
      this.copying++;
      const merged = this.convert(source, path);
      this.copying--;
      if (typeof merged !== 'object' || merged === null || Array.isArray(merged)) {
        throw this.broken(source as Node, path, 'a merge key (<<) takes a mapping, or a list of mappings');
      }
      for (const [key, item] of Object.entries(merged)) {
        if (!Object.hasOwn(object, key)) setMember(object, key, item);
      }
    }
  }

  /** A key's text: as it is written where it is plain, so that 1.10 does not become 1.1. */
  private key(node: unknown, path: Path): string {
    const target = isAlias(node) ? this.targetOf(node, path) : node;
    if (target === null || target === undefined) return '';
    if (!isScalar(target)) throw this.broken(target as Node, path, 'a key is text; this one is a mapping or a list');
    this.remember(target);
    if (typeof target.value === 'string') return target.value;
    return target.source ?? String(target.value);
  }

  private remember(node: Node & { anchor?: string }): void {
    // A copy does not move an anchor: later aliases mean what stands before them in the text.
    if (node.anchor !== undefined && this.copying === 0) this.anchors.set(node.anchor, node);
  }

  private broken(node: Node, path: Path, what: string): DescriptionError {
    const line = this.lineOf(node);
    return new DescriptionError('syntax', `${this.name}, line ${line}: ${what}.`, pointer(...path), line);
  }

  private lineOf(node: unknown): number {
    const start = (node as Node | null)?.range?.[0] ?? 0;
    return this.lines.linePos(start).line || 1;
  }
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.value === '<<' && (key.type === undefined || key.type === Scalar.PLAIN);
}

/** `version: 1.10` is a number to YAML and a text to OpenAPI: keep how it is written. */
function keepVersionText(document: Document, value: Json): void {
  const info = (value as JsonObject | null)?.info;
  if (typeof info !== 'object' || info === null || Array.isArray(info)) return;
  const node = document.getIn(['info', 'version'], true);
  if (typeof info.version === 'number' && isScalar(node) && node.source !== undefined) info.version = node.source;
}

/** Composes the text again, when the first line is asked for, and keeps that. */
function lazyLine(text: string, name: string, limits: Limits): Parsed['line'] {
  let again: { lines: LineCounter; contents: unknown } | undefined;
  return (where) => {
    const wanted = segments(where);
    if (wanted === undefined) return undefined;
    if (again === undefined) {
      const lines = new LineCounter();
      again = { lines, contents: compose(text, name, limits, lines).contents };
    }
    const offset = offsetOf(again.contents, wanted);
    return offset === undefined ? undefined : again.lines.linePos(offset).line;
  };
}

/** The offset of the key or item at that path; keys that only an alias or a merge brings have none. */
function offsetOf(contents: unknown, path: string[]): number | undefined {
  let here: unknown = contents;
  let offset = (contents as Node | null)?.range?.[0];
  for (const segment of path) {
    if (isSeq(here)) {
      const item: unknown = /^\d+$/.test(segment) ? here.items[Number(segment)] : undefined;
      if (item === undefined || isPair(item)) return undefined;
      here = item;
      offset = (item as Node | null)?.range?.[0];
    } else if (isMap(here)) {
      const pair = here.items.find((p) => isScalar(p.key) && keyText(p.key) === segment);
      if (pair === undefined) return undefined;
      here = pair.value;
      offset = (pair.key as Node).range?.[0];
    } else return undefined;
  }
  return offset;
}

function keyText(key: Scalar): string {
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

function oneLine(message: string): string {
  return message.replace(/\s+/g, ' ').trim();
}
