/** Rows of one kind by id, in the order in which they came. */
import { Problem } from './problem.ts';

export class Table<T extends { readonly id: string }> {
  readonly #rows = new Map<string, T>();
  #last = 0;

  /**
   * @param kind first part of the ids: `lead` gives `lead_01`
   * @param list the operation that lists them, named when one is not found
   */
  constructor(
    readonly kind: string,
    readonly list: string,
  ) {}

  /** Adds a row under the next id. */
  add(make: (id: string) => T): T {
    this.#last += 1;
    const row = make(`${this.kind}_${String(this.#last).padStart(2, '0')}`);
    this.#rows.set(row.id, row);
    return row;
  }

  /** @throws Problem 404 */
  get(id: string): T {
    const row = this.#rows.get(id);
    if (row) return row;
    throw new Problem('not_found', `There is no ${this.kind} ${id}. ${this.list} lists the ones there are.`);
  }

  find(id: string): T | undefined {
    return this.#rows.get(id);
  }

  all(): T[] {
    return [...this.#rows.values()];
  }
}
