import { expect, test, vi } from 'vitest'
import type { EngineContext } from '../../context.ts'
import { createSettings } from './createSettings.ts'

/** Settings whose frame answers when the test says so. */
function setUp() {
  const asked: string[] = []
  let answer: { readonly resolve: (value: unknown) => void; readonly reject: (cause: unknown) => void }
  const frame = {
    state: 'ready',
    whenReady: async () => undefined,
    request(name: string) {
      asked.push(name)
      return new Promise((resolve, reject) => {
        answer = { resolve, reject }
      })
    },
  }
  const ctx = {
    frame: async () => frame,
    connections: { getState: () => ({ connections: [] }) },
  } as unknown as EngineContext
  return { settings: createSettings(ctx), asked, answer: () => answer }
}

test('are done when the visitor is through; leaving hides the frame and reads the login anew', async () => {
  const { settings, asked, answer } = setUp()
  settings.begin('DEVICES')
  await vi.waitUntil(() => asked.length === 1)
  answer().resolve({})
  await vi.waitUntil(() => settings.machine.getState().at === 'done')
  settings.leave()
  await vi.waitUntil(() => asked.length === 2)
  answer().resolve({})
  await vi.waitUntil(() => asked.length === 3)
  expect(asked).toEqual(['SHOW_SCREEN', 'HIDE_SCREEN', 'GET_USER'])
  expect(settings.machine.getState()).toEqual({ at: 'left' })
})

test('are begun anew where they failed', async () => {
  const { settings, asked, answer } = setUp()
  settings.begin('DEVICES')
  await vi.waitUntil(() => asked.length === 1)
  answer().reject(new Error('gone'))
  await vi.waitUntil(() => settings.machine.getState().at === 'failed')
  expect(settings.machine.getState()).toMatchObject({ fault: { code: 'FRAME_ERROR' } })
  settings.retry()
  expect(settings.machine.getState()).toEqual({ at: 'asked' })
  await vi.waitUntil(() => asked.length === 2)
})

test('that the visitor left ignore a late answer', async () => {
  const { settings, asked, answer } = setUp()
  settings.begin('SETTINGS')
  await vi.waitUntil(() => asked.length === 1)
  const { resolve } = answer()
  settings.leave()
  resolve({})
  await vi.waitUntil(() => asked.length === 2)
  expect(settings.machine.getState()).toEqual({ at: 'left' })
})
