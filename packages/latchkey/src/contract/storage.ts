/** The storage of a widget's keys, in the shape of `localStorage`. Methods may return promises. */
export interface StorageLike {
  getItem(key: string): string | null | Promise<string | null>
  setItem(key: string, value: string): void | Promise<void>
  removeItem(key: string): void | Promise<void>
}
