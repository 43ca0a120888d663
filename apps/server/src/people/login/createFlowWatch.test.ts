import { expect, it } from 'vitest'
import { createLog } from '../../core/log/createLog.ts'
import { createLocalShared } from '../../core/scale/createLocalShared.ts'
import { createFlowWatch, notifyFlow } from './createFlowWatch.ts'

const open = (longest: number) => {
  const shared = createLocalShared({ clock: () => performance.now(), log: createLog({ level: 'silent' }) })
  const watch = createFlowWatch({ shared, longest, isDraining: () => false })
  return { watch, notify: (flow: string) => notifyFlow(shared, flow) }
}

it('reports news of its flow at once, and of no other', async () => {
  const { watch, notify } = open(60_000)
  let looks = 0
  const look = async () => (++looks < 3 ? undefined : 'done')
  const waiting = watch.until({ flow: 'one', signal: new AbortController().signal, look })
  const other = watch.until({ flow: 'two', signal: new AbortController().signal, look: async () => looks })
  expect(await other).toBe(1)
  await notify('one')
  await expect.poll(() => looks).toBe(2)
  await notify('one')
  expect(await waiting).toBe('done')
})

it('delivers nothing to a caller that has gone, so that a single-use answer waits', async () => {
  const { watch, notify } = open(60_000)
  const gone = new AbortController()
  let isDone = false
  const look = async () => isDone || undefined
  const waiting = watch.until({ flow: 'one', signal: gone.signal, look })
  gone.abort()
  isDone = true
  await notify('one')
  expect(await waiting).toBeUndefined()
})

it('waits no longer than it may', async () => {
  const { watch } = open(5)
  const wait = { flow: 'one', signal: new AbortController().signal, look: async () => undefined }
  expect(await watch.until(wait)).toBeUndefined()
})
