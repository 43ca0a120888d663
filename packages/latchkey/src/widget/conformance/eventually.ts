import { expect } from 'vitest'

/** Asserts what will be so: on a busy machine a fetched view or a fade takes longer than the runner's own second. */
export function eventually<T>(read: () => T, message?: string): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: 5_000, interval: 10, ...(message !== undefined && { message }) })
}
