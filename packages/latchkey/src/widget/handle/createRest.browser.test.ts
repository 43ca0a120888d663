import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRest, type Rest } from './createRest.ts'

/** Says that the page did something: the browser would, of its own long tasks and requests. */
let report = () => {}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestIdleCallback'] })
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static readonly supportedEntryTypes = ['resource']
      constructor(heard: () => void) {
        report = heard
      }
      observe() {}
      disconnect() {
        report = () => {}
      }
    },
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const [owner, name] of overridden.splice(0)) Reflect.deleteProperty(owner, name)
})

const overridden: [object, string][] = []

/** Gives a property of the page's own objects another value, until the test ends. */
function override(owner: object, name: string, value: unknown) {
  Object.defineProperty(owner, name, { configurable: true, value })
  overridden.push([owner, name])
}

/** Whether a moment came, looked at after so many milliseconds. */
function watch(rest: Rest) {
  let came = false
  void rest.moment().then(() => {
    came = true
  })
  return async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    return came
  }
}

test('the first moment comes when nothing was fetched and no task was long for half a second', async () => {
  const after = watch(createRest())
  expect(await after(400)).toBe(false)
  report()
  expect(await after(400)).toBe(false)
  expect(await after(200)).toBe(true)
})

test('on a page that polls, the first idle moment after ten seconds does', async () => {
  const after = watch(createRest())
  for (let at = 0; at < 9_900; at += 100) {
    report()
    expect(await after(100)).toBe(false)
  }
  report()
  expect(await after(300)).toBe(true)
})

test('a page that is still loading is waited for', async () => {
  override(document, 'readyState', 'interactive')
  const after = watch(createRest())
  expect(await after(20_000)).toBe(false)
  override(document, 'readyState', 'complete')
  dispatchEvent(new Event('load'))
  expect(await after(600)).toBe(true)
})

test('a hidden page gets no moment before it is shown, and none after it is hidden again', async () => {
  override(document, 'hidden', true)
  const rest = createRest()
  const after = watch(rest)
  expect(await after(20_000)).toBe(false)
  override(document, 'hidden', false)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await after(600)).toBe(true)
  override(document, 'hidden', true)
  const next = watch(rest)
  expect(await next(20_000)).toBe(false)
  override(document, 'hidden', false)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await next(100)).toBe(true)
})

test.each([
  ['saves data', { connection: { saveData: true, effectiveType: '4g' } }],
  ['has a 2g connection', { connection: { saveData: false, effectiveType: '2g' } }],
  ['has a slow 2g connection', { connection: { saveData: false, effectiveType: 'slow-2g' } }],
  ['is offline', { onLine: false }],
])('where the visitor %s it waits until the widget is wanted', async (_, values) => {
  for (const [name, value] of Object.entries(values)) override(navigator, name, value)
  const rest = createRest()
  const after = watch(rest)
  expect(await after(20_000)).toBe(false)
  rest.hurry()
  expect(await after(0)).toBe(true)
})

test('a moment waits for the work before it, and fails with it', async () => {
  const rest = createRest()
  let finish = () => {}
  const work = new Promise<void>(resolve => {
    finish = resolve
  })
  let came = false
  void rest.moment(work).then(() => {
    came = true
  })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(came).toBe(false)
  finish()
  await vi.advanceTimersByTimeAsync(600)
  expect(came).toBe(true)
  await expect(rest.moment(Promise.reject(new Error('no chunk')))).rejects.toThrow('no chunk')
})

test('a visitor who wants the widget waits for no moment, now or later', async () => {
  const rest = createRest()
  let wanted = false
  void rest.wanted.then(() => {
    wanted = true
  })
  const never = new Promise<never>(() => {})
  const waiting = rest.moment(never)
  await vi.advanceTimersByTimeAsync(0)
  expect(wanted).toBe(false)
  rest.hurry()
  await waiting
  await rest.moment(never)
  await rest.wanted
  expect(wanted).toBe(true)
})

test('a browser without idle callbacks gets a short pause in their place', async () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  const after = watch(createRest())
  expect(await after(600)).toBe(false)
  expect(await after(200)).toBe(true)
})
