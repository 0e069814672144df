/** Files → a zip. The same files give the same bytes: sorted, of one time, with no more rights than needed. */
import { type Zippable, zipSync } from 'fflate';

/** A zip holds local times from 1980 on: this one is the same in every time zone. */
const TIME = new Date(1980, 0, 1);
const UNIX = 3;

/** @param files by their paths in the zip, `/` between folders; `executable` of them start a program. */
export function pack(files: ReadonlyMap<string, Uint8Array>, executable: ReadonlySet<string>): Uint8Array {
  const entries: Zippable = {};
  for (const name of [...files.keys()].sort()) {
    const rights = executable.has(name) ? 0o100755 : 0o100644;
    // The rights are the upper half: as an unsigned number, which a shift would not give.
    entries[name] = [files.get(name) ?? new Uint8Array(), { os: UNIX, attrs: rights * 0x10000 }];
  }
  return zipSync(entries, { level: 9, mtime: TIME });
}
