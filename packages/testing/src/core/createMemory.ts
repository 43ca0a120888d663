/** The part of `localStorage` that a simulated wallet needs. */
export interface WalletStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

/** What one simulated wallet remembers between page loads. */
export interface Memory {
  readonly key: string
  /** The remembered value, or undefined when there is none or it cannot be read. */
  read(): unknown
  write(value: unknown): void
}

const maxLength = 50_000

/**
 * Makes the memory of the wallet called `name`, under the key `latchkey-testing:<name>`.
 * A full, blocked or absent storage is no error: the wallet then forgets, as a wiped one would.
 */
export function createMemory(name: string, storage: WalletStorage | undefined): Memory {
  const key = `latchkey-testing:${name}`
  return {
    key,
    read() {
      try {
        const text = storage?.getItem(key)
        if (typeof text !== 'string' || text.length > maxLength) return undefined
        return JSON.parse(text)
      } catch {
        return undefined
      }
    },
    write(value) {
      try {
        storage?.setItem(key, JSON.stringify(value))
      } catch {
        // Storage is full or blocked: nothing to remember it with.
      }
    },
  }
}

/** The page's `localStorage`, or undefined where there is none or it may not be touched. */
export function pageStorage(): WalletStorage | undefined {
  try {
    return typeof window === 'object' ? window.localStorage : undefined
  } catch {
    return undefined
  }
}
