import { expect, test } from 'vitest'
import { createFakeClock } from '../../engine/fixtures/createFakeClock.ts'
import type { Entry } from '../shell/modalTransition.ts'
import { takeLateFlags } from './takeLateFlags.ts'

const connect: Entry = { view: 'Connect', key: 1 } as Entry

/** A dialog that has just opened while flags are on their way; what came of it once `late` milliseconds later they are here. */
async function open(options: {
  readonly late: number
  readonly during?: (host: EventTarget) => void
  readonly after?: Entry
}) {
  let applied = 0
  let arrive = () => {}
  const pending = new Promise<void>(resolve => {
    arrive = resolve
  })
  const clock = createFakeClock()
  const host = new EventTarget()
  let entry = connect
  const modal = { getState: () => ({ open: true, entry }) as never }
  const flags = { pending, apply: () => void applied++, ask: () => pending, settle: () => undefined }
  takeLateFlags({ clock, flags }, modal, host)
  options.during?.(host)
  if (options.after) entry = options.after
  clock.advance(options.late)
  arrive()
  await pending
  await Promise.resolve()
  return applied
}

test.each<[string, Parameters<typeof open>[0], number]>([
  ['150 ms later', { late: 150 }, 1],
  ['later than that', { late: 151 }, 0],
  ['after a press', { late: 10, during: host => host.dispatchEvent(new Event('pointerdown')) }, 0],
  ['after a key', { late: 10, during: host => host.dispatchEvent(new Event('keydown')) }, 0],
  ['behind another view', { late: 10, after: { view: 'AllWallets', key: 2 } as Entry }, 0],
])('SPEC-NOTES §2 Connect and an answer that comes %s', async (_title, options, applied) => {
  expect(await open(options)).toBe(applied)
})
