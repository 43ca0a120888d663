/** Where a widget keeps its keys: the shape of `localStorage`, answers may be promises (DECISIONS C8). */
export interface StorageLike {
  getItem(key: string): string | null | Promise<string | null>
  setItem(key: string, value: string): void | Promise<void>
  removeItem(key: string): void | Promise<void>
}
