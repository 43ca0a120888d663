import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { createLocalShared } from './createLocalShared.ts'

const open = () => createLocalShared({ clock: () => 0, log: pino({ level: 'silent' }) })

it('leads at once, one work for each name, and stops it with the process', async () => {
  const shared = open()
  const begun: string[] = []
  const stopped: string[] = []
  const work = (name: string) =>
    shared.lead(name, async ({ signal, fence }) => {
      expect(fence).toEqual([])
      begun.push(name)
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      stopped.push(name)
    })
  const [first] = [work('a'), work('b')]
  expect(() => work('a')).toThrow('stands for "a" already')
  expect(shared.leads()).toEqual([
    { name: 'a', leads: true },
    { name: 'b', leads: true },
  ])
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b']))
  await first?.stop()
  expect([stopped, first?.leads]).toEqual([['a'], false])
  await shared.close()
  expect(stopped).toEqual(['a', 'b'])
  expect(shared.leads()).toEqual([])
})

it('restarts failed work', async () => {
  const shared = open()
  let runs = 0
  shared.lead('a', async () => {
    runs++
    throw new Error('broken')
  })
  await vi.waitFor(() => expect(runs).toBe(2), { timeout: 5_000 })
  await shared.close()
})

it('notifies its listeners, until they stop listening', async () => {
  const shared = open()
  const heard: unknown[] = []
  const off = await shared.subscribe('c', message => heard.push(message))
  await shared.subscribe('other', message => heard.push(message))
  await shared.publish('c', '1')
  off()
  await shared.publish('c', '2')
  expect(heard).toEqual(['1'])
})

it('counts limits by key and by rule', () => {
  const shared = open()
  const rule = { perSecond: 1, burst: 1, whenDown: 'closed' } as const
  const [a, b] = [shared.limiter({ name: 'a', ...rule }), shared.limiter({ name: 'b', ...rule })]
  expect([a('v', 1), a('v', 1), a('w', 1), b('v', 1)]).toEqual([0, 1, 0, 0])
})
