import type { Warning } from '../../catalogue/index.ts';
import { DescriptionError } from '../description-error.ts';
import { below, isObject, lookup, pointer, segments } from '../pointer.ts';
import { Crawl } from './crawl.ts';
import type { Json, JsonObject } from './document.ts';
import { member, setMember } from './member.ts';
import { type Neighbour, type NeighbourRules, splitReference } from './neighbours.ts';
import { FIELDS, type Field, type ObjectType, sectionOf } from './objects.ts';
import { looksExternal } from './survey.ts';
import type { Dialect } from './version.ts';

/**
 * Makes one document of a description that is spread over files: what other files hold is put under `#/components/…`
 * (Swagger 2.0: `#/definitions/…`), and references become local; what has no room there (operations, whole maps) is put in place.
 * A reference that is broken or forbidden stays as it is, with a warning that names it. `main.value` is not changed.
 *
 * Own code, not a bundler's: theirs read files by other rules than ours (keys, duplicates, nesting), stop at the first broken
 * reference or drop it, and lose names such as `__proto__`.
 *
 * @throws DescriptionError `too_large`.
 */
export async function bundle(
  main: Neighbour & { value: JsonObject },
  dialect: Dialect,
  rules: NeighbourRules,
): Promise<{ root: JsonObject; warnings: Warning[] }> {
  return new Bundle(main, dialect, await Crawl.from(main, rules)).run();
}

interface Target {
  file: Neighbour;
  fragment: string;
  value: Json;
}

class Bundle {
  private readonly warnings: Warning[] = [];
  /** What has been given a place: file, fragment and type → local reference. */
  private readonly placed = new Map<string, string>();
  private readonly taken = new Map<string, Set<string>>();
  private readonly waiting: { target: Target; type: ObjectType; section: string[]; name: string }[] = [];
  /** What is being put in place: it may not contain itself. */
  private readonly inlining = new Set<string>();

  constructor(
    private readonly main: Neighbour & { value: JsonObject },
    private readonly dialect: Dialect,
    private readonly files: Crawl,
  ) {}

  run(): { root: JsonObject; warnings: Warning[] } {
    this.keepNames();
    const root = this.object(this.main.value, 'openapi', this.main, '#');
    for (let job = this.waiting.shift(); job !== undefined; job = this.waiting.shift()) {
      const { target, type, section, name } = job;
      setMember(sectionIn(root, section), name, this.one(target.value, type, target.file, pointer(...section, name)));
    }
    return { root, warnings: this.warnings };
  }

  /** A component that only refers to a file gives its name to what the file holds. */
  private keepNames(): void {
    for (const type of Object.keys(FIELDS) as ObjectType[]) {
      const section = sectionOf(type, this.dialect);
      const map = section === undefined ? undefined : lookup(this.main.value, pointer(...section));
      if (section === undefined || !isObject(map)) continue;
      for (const [name, value] of Object.entries(map)) {
        if (!isObject(value) || typeof value.$ref !== 'string' || Object.keys(value).length > 1) continue;
        const target = this.find(value.$ref, this.main);
        if (target instanceof DescriptionError || target.file === this.main) continue;
        const key = keyOf(target, type);
        if (!this.placed.has(key)) this.placed.set(key, pointer(...section, name));
      }
    }
  }

  private one(value: Json, type: ObjectType, file: Neighbour, where: string): Json {
    return isObject(value) ? this.object(value, type, file, where) : value;
  }

  private object(value: JsonObject, type: ObjectType, file: Neighbour, where: string): JsonObject {
    const ref = member(value, '$ref');
    if (typeof ref === 'string' && this.leaves(ref, file)) {
      const result = this.follow(ref, type, file, where);
      if (typeof result !== 'string') return this.withSiblings(result, this.fields(value, type, file, where));
      return this.fields({ ...value, $ref: result }, type, file, where);
    }
    return this.fields(value, type, file, where);
  }

  private fields(value: JsonObject, type: ObjectType, file: Neighbour, where: string): JsonObject {
    const copy: JsonObject = {};
    for (const [key, item] of Object.entries(value)) {
      const field = fieldOf(type, key);
      if (field !== undefined) setMember(copy, key, this.field(item, field, file, below(where, key)));
      else if (type === 'schema' && key === 'discriminator')
        setMember(copy, key, this.discriminator(item, file, below(where, key)));
      else setMember(copy, key, item);
    }
    return copy;
  }

  private field(value: Json, [shape, type]: Field, file: Neighbour, where: string): Json {
    if (shape === 'one') {
      // `items` may be a list in older schemas.
      if (Array.isArray(value)) return value.map((item, i) => this.one(item, type, file, below(where, i)));
      return this.one(value, type, file, where);
    }
    if (isObject(value)) {
      // No named thing and no item of a list is a text: a map with a textual `$ref` stands for a whole map, or list, in a file.
      const ref = member(value, '$ref');
      if (typeof ref === 'string' && this.leaves(ref, file)) {
        const result = this.inline(ref, file, where, (target) =>
          this.field(target.value, [shape, type], target.file, where),
        );
        return result ?? value;
      }
      if (shape === 'list') return value;
      const copy: JsonObject = {};
      for (const [name, item] of Object.entries(value))
        setMember(copy, name, this.one(item, type, file, below(where, name)));
      return copy;
    }
    return shape === 'list' && Array.isArray(value)
      ? value.map((item, i) => this.one(item, type, file, below(where, i)))
      : value;
  }

  private discriminator(value: Json, file: Neighbour, where: string): Json {
    const mapping = isObject(value) ? member(value, 'mapping') : undefined;
    if (!isObject(value) || !isObject(mapping)) return value;
    const copy: JsonObject = {};
    for (const [name, ref] of Object.entries(mapping)) {
      const leaves = typeof ref === 'string' && (looksExternal(ref) || (ref.startsWith('#') && file !== this.main));
      const result = leaves ? this.follow(ref, 'schema', file, below(where, 'mapping', name)) : ref;
      setMember(copy, name, typeof result === 'string' ? result : ref);
    }
    return { ...value, mapping: copy };
  }

  /** The local reference to what `ref` means, or that itself where there is no room for it among the components. */
  private follow(ref: string, type: ObjectType, file: Neighbour, where: string): string | JsonObject {
    const target = this.find(ref, file);
    if (target instanceof DescriptionError) return this.refuse(ref, file, where, target.message);
    if (target.file === this.main) return target.fragment;
    if (!isObject(target.value) && !(type === 'schema' && typeof target.value === 'boolean')) {
      return this.refuse(ref, file, where, `finds no ${type === 'plain' ? 'object' : type}`);
    }
    const section = sectionOf(type, this.dialect);
    if (section === undefined) {
      const inlined = this.inline(ref, file, where, (t) => this.one(t.value, type, t.file, where));
      return isObject(inlined) ? inlined : this.named(ref, file);
    }
    const key = keyOf(target, type);
    const known = this.placed.get(key);
    if (known === where) {
      const inlined = this.inline(ref, file, where, (t) => this.one(t.value, type, t.file, where));
      return isObject(inlined) ? inlined : this.named(ref, file);
    }
    if (known !== undefined) return known;
    const name = this.newName(target, section);
    const local = pointer(...section, name);
    this.placed.set(key, local);
    this.waiting.push({ target, type, section, name });
    return local;
  }

  private inline(ref: string, file: Neighbour, where: string, make: (target: Target) => Json): Json | undefined {
    const target = this.find(ref, file);
    const key = target instanceof DescriptionError ? '' : keyOf(target, 'plain');
    if (target instanceof DescriptionError || this.inlining.has(key)) {
      this.refuse(ref, file, where, target instanceof DescriptionError ? target.message : 'leads to itself');
      return undefined;
    }
    this.inlining.add(key);
    const value = make(target);
    this.inlining.delete(key);
    return value;
  }

  private find(ref: string, from: Neighbour): Target | DescriptionError {
    const { address, fragment } = splitReference(ref);
    const file = this.files.open(address, from);
    if (file instanceof DescriptionError) return file;
    const value = file === this.main ? null : lookup(file.value, fragment);
    return value === undefined ? new DescriptionError('broken_reference', 'finds nothing') : { file, fragment, value };
  }

  /** A local reference of another file is not local any more when its text is moved. */
  private leaves(ref: string, file: Neighbour): boolean {
    return file !== this.main || !ref.startsWith('#');
  }

  private refuse(ref: string, file: Neighbour, where: string, reason: string): string {
    const shown = this.named(ref, file);
    const place = file === this.main ? '' : ` (in ${file.name})`;
    this.warnings.push({ where, message: `The reference ${JSON.stringify(shown)}${place} ${reason}.` });
    return shown;
  }

  /** A reference that stays: as it is, save that one into its own file must not be taken for one into the main file. */
  private named(ref: string, file: Neighbour): string {
    return ref.startsWith('#') && file !== this.main ? `${file.name}${ref}` : ref;
  }

  private withSiblings(target: JsonObject, siblings: JsonObject): JsonObject {
    const copy: JsonObject = {};
    for (const [key, value] of Object.entries(target)) setMember(copy, key, value);
    for (const [key, value] of Object.entries(siblings)) if (key !== '$ref') setMember(copy, key, value);
    return copy;
  }

  private newName(target: Target, section: string[]): string {
    const last = segments(target.fragment)?.at(-1);
    const file = target.file.name.replace(/^.*[/\\]/, '').replace(/\.(ya?ml|json)$/i, '');
    const base = (last || file).replace(/[^A-Za-z0-9._-]+/g, '_') || 'external';
    const taken = this.namesIn(section);
    let name = base;
    for (let i = 2; taken.has(name); i++) name = `${base}_${i}`;
    taken.add(name);
    return name;
  }

  /** Names in use in a section of the main file, also where it takes that section from another file. */
  private namesIn(section: string[]): Set<string> {
    const key = section.join('/');
    let names = this.taken.get(key);
    if (names === undefined) {
      let here: Json | undefined = this.main.value;
      let file: Neighbour = this.main;
      for (const step of [...section, undefined]) {
        const ref: Json | undefined = isObject(here) ? member(here, '$ref') : undefined;
        const target: Target | DescriptionError | undefined =
          typeof ref === 'string' && this.leaves(ref, file) ? this.find(ref, file) : undefined;
        if (target !== undefined && !(target instanceof DescriptionError)) [here, file] = [target.value, target.file];
        if (step !== undefined) here = isObject(here) ? member(here, step) : undefined;
      }
      names = new Set(isObject(here) ? Object.keys(here) : []);
      this.taken.set(key, names);
    }
    return names;
  }
}

function keyOf(target: Target, type: ObjectType): string {
  return `${type} ${target.file.id} ${target.fragment}`;
}

function fieldOf(type: ObjectType, key: string): Field | undefined {
  const fields = FIELDS[type];
  if (Object.hasOwn(fields, key)) return fields[key];
  return key.startsWith('x-') || key === '$ref' ? undefined : fields['*'];
}

function sectionIn(root: JsonObject, section: string[]): JsonObject {
  let here = root;
  for (const step of section) {
    const next = member(here, step);
    if (isObject(next)) here = next;
    else {
      const made: JsonObject = {};
      here[step] = made;
      here = made;
    }
  }
  return here;
}
