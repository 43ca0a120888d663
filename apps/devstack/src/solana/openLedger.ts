import { type KeptSolana, keepSolana } from './keep/keepSolana.ts'
import { createLedger, type Ledger } from './ledger/createLedger.ts'
import { seedLedger } from './seed/seedLedger.ts'

/** Milliseconds after a change in which it is saved: what a killed process loses at most. */
const saveAfter = 1_000

/** A seeded ledger that saves itself. */
export interface OpenLedger {
  readonly ledger: Ledger
  /** Stops saving, and saves a last time. */
  close(): Promise<void>
}

/**
 * Opens the chain of a folder, or a new one; without a folder it lives as long as the process.
 * @throws Error with one line when the folder cannot be written.
 */
export async function openLedger(options: {
  readonly folder: string | undefined
  readonly fresh: boolean
  readonly slotTime: number
  readonly log: (line: string) => void
}): Promise<OpenLedger> {
  const { folder, fresh, slotTime, log } = options
  const now = (): number => Date.now()
  if (folder === undefined) {
    const ledger = createLedger({ now, slotTime })
    await seedLedger(ledger)
    return { ledger, close: async () => undefined }
  }
  let kept: KeptSolana
  try {
    kept = keepSolana(folder, fresh)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The chain Dogwood cannot keep its state: ${reason}`, { cause: error })
  }
  if (kept.notice !== undefined) log(`Dogwood: ${kept.notice}.`)
  const ledger = restore(kept, now, slotTime, log) ?? createLedger({ now, slotTime })
  await seedLedger(ledger)

  let timer: NodeJS.Timeout | undefined
  const save = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    return kept.save(ledger.save()).catch((error: unknown) => {
      log(`Dogwood: its state could not be saved: ${error instanceof Error ? error.message : String(error)}`)
    })
  }
  await save()
  const stop = ledger.listen({
    entry() {
      timer ??= setTimeout(() => void save(), saveAfter)
    },
  })
  return {
    ledger,
    close() {
      stop()
      return save()
    },
  }
}

/** The newest state that the VM reads: another version of it may have written the file. */
function restore(
  { states }: KeptSolana,
  now: () => number,
  slotTime: number,
  log: (line: string) => void,
): Ledger | undefined {
  for (const state of states) {
    try {
      return createLedger({ now, slotTime, state })
    } catch (error) {
      log(`Dogwood: a saved state cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return undefined
}
