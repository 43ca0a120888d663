import { expect, test } from 'vitest'
import { openOrderWindow } from './openOrderWindow.ts'

function setUp(change: { readonly keepsOpener?: boolean; readonly isBlocked?: boolean } = {}) {
  const opened = {
    closed: false,
    isCut: false,
    get opener() {
      return this.isCut ? null : 'page'
    },
    set opener(_: unknown) {
      if (!change.keepsOpener) this.isCut = true
    },
    document: { title: '', body: { textContent: '' } },
    went: [] as { readonly url: string; readonly isCut: boolean }[],
    location: {
      replace: (url: string) => void opened.went.push({ url, isCut: opened.isCut }),
    },
    close: () => {
      opened.closed = true
    },
  }
  const told = { features: '' }
  const page = {
    screenX: 0,
    screenY: 0,
    outerWidth: 1_280,
    outerHeight: 900,
    open(_: string, __: string, features: string) {
      told.features = features
      return change.isBlocked ? null : opened
    },
  }
  return { opened, told, page: page as unknown as Window }
}

test('SPEC-NOTES §4: a blank window of 480 by 720 over the middle of the page', () => {
  const { opened, told, page } = setUp()
  openOrderWindow('Taking you to Big Pay', page)
  expect(told.features).toBe('popup,width=480,height=720,left=400,top=90')
  expect(opened.document.title).toBe('Taking you to Big Pay')
})

test('T20: its opener is cut before it goes anywhere, and it goes once', () => {
  const { opened, page } = setUp()
  const window = openOrderWindow('Words', page)
  expect(window?.go('https://pay.example/')).toBe(true)
  expect(opened.went).toEqual([{ url: 'https://pay.example/', isCut: true }])
  expect(window?.go('https://pay.example/2')).toBe(false)
  window?.close()
  expect(opened.closed).toBe(false)
})

test('T20: a window that keeps its opener is closed', () => {
  const { opened, page } = setUp({ keepsOpener: true })
  expect(openOrderWindow('Words', page)).toBeUndefined()
  expect(opened.closed).toBe(true)
})

test('one that its visitor closed goes nowhere, and one that is blocked is none', () => {
  const { opened, page } = setUp()
  const window = openOrderWindow('Words', page)
  opened.closed = true
  expect(window?.go('https://pay.example/')).toBe(false)
  expect(openOrderWindow('Words', setUp({ isBlocked: true }).page)).toBeUndefined()
})
