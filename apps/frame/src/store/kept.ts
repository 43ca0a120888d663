/** One thing that the wallet keeps: its name, the version of its shape, and who reads it. */
export interface Kept<T> {
  readonly name: string
  /** Of the shape; a later one is added with a reader that still takes the one before. */
  readonly version: number
  /** What a stored value is worth, checked member by member; undefined for what makes no sense. */
  read(value: unknown, version: number): T | undefined
  /** Characters and bytes that it may have; 64 kB unless given. */
  readonly most?: number
}
