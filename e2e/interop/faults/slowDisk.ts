import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Milliseconds for which writes wait, and for which they may go on then. */
const held = 300
const free = 250

/** Makes every write of a SQLite relay wait, for up to 300 ms, until it is disposed of. */
export function slowDisk(folder: string): Disposable {
  const other = new DatabaseSync(join(folder, 'latchkey.db'), { timeout: 1_000 })
  let timer: NodeJS.Timeout
  const hold = (): void => {
    other.exec('BEGIN IMMEDIATE')
    timer = setTimeout(() => {
      other.exec('COMMIT')
      timer = setTimeout(hold, free)
    }, held)
  }
  hold()
  return {
    [Symbol.dispose]() {
      clearTimeout(timer)
      other.close()
    },
  }
}
