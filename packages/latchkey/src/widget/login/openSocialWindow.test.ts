import { expect, test } from 'vitest'
import { openSocialWindow } from './openSocialWindow.ts'

/** A page on a screen, and the window that it opens. */
function setUp(place: { readonly screenX: number; readonly screenY: number }) {
  const opened = {
    closed: false,
    opener: 'page',
    document: { title: '', body: { textContent: '' } },
    went: [] as string[],
    location: { replace: (url: string) => void opened.went.push(url) },
    focus: () => undefined,
    close: () => {
      opened.closed = true
    },
  }
  const told = { features: '', hasFocus: true }
  const page = {
    ...place,
    outerWidth: 1_280,
    outerHeight: 900,
    document: { hasFocus: () => told.hasFocus },
    open(_: string, __: string, features: string) {
      told.features = features
      return opened
    },
  }
  return { opened, told, page: page as unknown as Window }
}

test.each([
  ['the first screen', { screenX: 0, screenY: 0 }, 'left=340,top=50'],
  ['a screen to its left', { screenX: -1_920, screenY: -100 }, 'left=-1580,top=-50'],
])('SPEC §9: the window is 600 by 800, over the middle of the page, on %s', (_, place, expected) => {
  const { told, page } = setUp(place)
  openSocialWindow('Taking you to GitHub', page)
  expect(told.features).toBe(`popup,width=600,height=800,${expected}`)
})

test('its page finds the frame by its opener, and only its visitor closes it once it has left', () => {
  const { opened, told, page } = setUp({ screenX: 0, screenY: 0 })
  const window = openSocialWindow('Taking you to GitHub', page)
  expect(opened).toMatchObject({ opener: 'page', document: { title: 'Taking you to GitHub' } })
  window?.go('https://keys.example/social/x')
  window?.close()
  expect([opened.went, opened.closed, window?.isClosed]).toEqual([
    ['https://keys.example/social/x'],
    false,
    false,
  ])
  opened.closed = true
  told.hasFocus = false
  expect(window?.isClosed).toBe(false)
  told.hasFocus = true
  expect(window?.isClosed).toBe(true)
})

test('F47: an empty window can be closed; undefined where the browser blocks it', () => {
  const { opened, page } = setUp({ screenX: 0, screenY: 0 })
  openSocialWindow('', page)?.close()
  expect(opened.closed).toBe(true)
  expect(openSocialWindow('', page)).toBeUndefined()
  page.open = () => null
  expect(openSocialWindow('', page)).toBeUndefined()
  page.open = () => {
    throw new DOMException('', 'SecurityError')
  }
  expect(openSocialWindow('', page)).toBeUndefined()
})
