/** The storage of a widget's keys, in the shape of `localStorage`. Methods may return promises. */
export interface StorageLike {
  /** Returns the value of a key, null without one. */
  getItem(key: string): string | null | Promise<string | null>
  /** Stores a value under a key. */
  setItem(key: string, value: string): void | Promise<void>
  /** Deletes a key. */
  removeItem(key: string): void | Promise<void>
}
