/// <reference types="@vitest/browser-playwright" />
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Body } from '../body/Body.tsx'
import { createStage, type Stage } from '../stage/createStage.ts'
import { StageContext } from '../stage/StageContext.tsx'
import { Row } from './Row.tsx'
import { VirtualList } from './VirtualList.tsx'

interface Item {
  readonly id: string
  readonly height: number
  readonly isHeading?: boolean
}

let stage: Stage
let root: Root
const pressed = vi.fn<(id: string) => void>()

const many = (count: number, from = 0): readonly Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: `row ${from + index}`, height: 56 }))
const keyOf = (item: Item) => item.id
const isStop = (item: Item) => !item.isHeading
const drawRow = (item: Item, place: VirtualList.Place) =>
  item.isHeading ? (
    <p style={{ blockSize: item.height }}>{item.id}</p>
  ) : (
    <div style={{ blockSize: item.height, display: 'grid' }}>
      <Row place={place} id={item.id} name={item.id} onClick={() => pressed(item.id)} />
    </div>
  )

function draw(
  items: readonly Item[],
  more: Partial<Pick<VirtualList.Props<Item>, 'onEnd' | 'still' | 'children' | 'rowHeight'>> = {},
): void {
  flushSync(() =>
    root.render(
      <StageContext.Provider value={stage}>
        <div style={{ display: 'flex', flexDirection: 'column', blockSize: 400 }}>
          <Body>
            <p style={{ blockSize: 200 }}>
              <button type="button" id="above">
                Above
              </button>
            </p>
            <VirtualList
              label="Things"
              items={items}
              itemKey={keyOf}
              rowHeight={56}
              isStop={isStop}
              {...more}
            >
              {more.children ?? drawRow}
            </VirtualList>
          </Body>
        </div>
      </StageContext.Provider>,
    ),
  )
}

const body = () => stage.root.querySelector('.body') as HTMLElement
const list = () => stage.root.querySelector('ul') as HTMLElement
const rows = () => [...list().children] as HTMLElement[]
const rowOf = (id: string) => rows().find(row => row.textContent?.trim() === id)
const focusedText = () => stage.root.activeElement?.textContent?.trim()
const frame = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))

async function scrollTo(top: number): Promise<void> {
  body().scrollTop = top
  await frame()
}

/** The rows that are seen stand one below the other without a gap. */
function expectWhole(): void {
  const box = body().getBoundingClientRect()
  const seen = rows()
    .map(row => row.getBoundingClientRect())
    .filter(row => row.bottom > box.top && row.top < box.bottom)
  const listTop = list().getBoundingClientRect().top
  expect(seen[0]?.top).toBeLessThanOrEqual(Math.max(box.top, listTop) + 0.5)
  for (const [index, row] of seen.entries()) {
    const next = seen[index + 1]
    if (next) expect(Math.abs(next.top - row.bottom)).toBeLessThan(0.6)
  }
  expect(seen.at(-1)?.bottom).toBeGreaterThanOrEqual(
    Math.min(box.bottom, list().getBoundingClientRect().bottom) - 21,
  )
}

beforeEach(async () => {
  await page.viewport(800, 600)
  pressed.mockClear()
  document.body.innerHTML = '<div id="host"></div>'
  stage = createStage({
    id: 'virtual',
    parent: document.getElementById('host') as HTMLElement,
    inline: true,
    lang: 'en',
    dir: 'ltr',
  })
  root = createRoot(stage.outlet)
})

afterEach(() => {
  root.unmount()
  stage.destroy()
})

describe('VirtualList', () => {
  test('draws the visible rows of 5,000, and gives each its position', async () => {
    draw(many(5_000))
    expect(rows().length).toBeLessThan(30)
    expect(list().getBoundingClientRect().height).toBe(280_000)
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('5000')
    await scrollTo(100_000)
    expectWhole()
    expect(rows().length).toBeLessThan(30)
    const [first] = rows()
    expect(Number(first?.getAttribute('aria-posinset'))).toBe(Number(first?.dataset.index) + 1)
    await scrollTo(1e9)
    expectWhole()
    expect(rows().at(-1)?.textContent).toContain('row 4999')
  })

  test('is one stop for the Tab key; keys move on from it, past headings, and to rows not yet drawn', async () => {
    const items = [{ id: 'March', height: 30, isHeading: true }, ...many(500)]
    draw(items)
    stage.root.getElementById('above')?.focus()
    await userEvent.keyboard('{Tab}')
    expect(focusedText()).toBe('row 0')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(focusedText()).toBe('row 1')
    await userEvent.keyboard('{End}')
    expect(focusedText()).toBe('row 499')
    expectWhole()
    await userEvent.keyboard('{Enter}')
    expect(pressed).toHaveBeenCalledExactlyOnceWith('row 499')
    await userEvent.keyboard('{PageUp}')
    expect(focusedText()).toMatch(/row 49[2-6]/)
    await userEvent.keyboard('{Home}')
    expect(focusedText()).toBe('row 0')
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    expect(stage.root.activeElement?.id).toBe('above')
    expect(list().querySelectorAll('[tabindex="0"]').length).toBe(1)
  })

  test('the row with focus stays while the list is scrolled away from it, and keys go on from there', async () => {
    draw(many(500))
    rowOf('row 3')?.querySelector('button')?.focus()
    await scrollTo(20_000)
    expect(focusedText()).toBe('row 3')
    expectWhole()
    await userEvent.keyboard('{ArrowDown}')
    expect(focusedText()).toBe('row 4')
    expect(body().scrollTop).toBeLessThan(1_000)
    expectWhole()
  })

  test('the row with focus stays when others come before it', async () => {
    draw(many(50, 10))
    rowOf('row 12')?.querySelector('button')?.focus()
    draw(many(60))
    await frame()
    expect(focusedText()).toBe('row 12')
  })

  test('after scrolling by hand the Tab key goes to a row that is in sight', async () => {
    draw(many(500))
    stage.root.getElementById('above')?.focus({ preventScroll: true })
    await scrollTo(10_000)
    stage.root.querySelector<HTMLElement>('#above')?.focus({ preventScroll: true })
    await userEvent.keyboard('{Tab}')
    expect(focusedText()).toMatch(/row 1(6|7|8)\d/)
  })

  test.each([0, 56, 112, 168])(
    'scrolled on by %d px the Tab key goes to no row above the visible ones',
    async more => {
      draw(many(500))
      await scrollTo(10_000)
      const ended = new Promise(resolve => body().addEventListener('scrollend', resolve, { once: true }))
      if (more > 0) {
        body().scrollTop += more
        await ended
      }
      const [stop] = list().querySelectorAll<HTMLElement>('[tabindex="0"]')
      expect(stop?.getBoundingClientRect().bottom).toBeGreaterThan(body().getBoundingClientRect().top)
      expect(stop?.getBoundingClientRect().top).toBeLessThan(body().getBoundingClientRect().bottom)
    },
  )

  test('Page Down skips no unseen row, in a viewport for a few rows', async () => {
    draw(many(500))
    stage.outlet.querySelector<HTMLElement>('.body')?.style.setProperty('max-block-size', '180px')
    await scrollTo(200)
    rowOf('row 0')?.querySelector('button')?.focus()
    const bottom = body().getBoundingClientRect().bottom
    const below = rows().findIndex(row => row.getBoundingClientRect().bottom > bottom)
    await userEvent.keyboard('{PageDown}')
    expect(focusedText()).toMatch(/row [23]/)
    expect(Number(focusedText()?.slice(4))).toBeLessThanOrEqual(below)
  })

  test('rows higher than estimated stand without gaps, and the visible rows stay', async () => {
    const items = many(400).map((item, index) => ({ ...item, height: index % 3 === 0 ? 90 : 56 }))
    draw(items)
    for (const top of [0, 300, 2_000, 9_000, 8_700, 8_200, 5_000, 4_950]) {
      await scrollTo(top)
      expectWhole()
    }
    // Upwards by a little over rows that were never drawn: the row in sight moves just as far.
    for (const [from, by] of [
      [15_000, 100],
      [12_000, 60],
      [7_007, 300],
      [20_011, 20],
    ] as const) {
      await scrollTo(from)
      const [mark] = rows().filter(
        row => row.getBoundingClientRect().top > body().getBoundingClientRect().top,
      )
      const before = mark?.getBoundingClientRect().top ?? 0
      body().scrollTop -= by
      await frame()
      expect(Math.abs((mark?.getBoundingClientRect().top ?? 0) - before - by)).toBeLessThan(1)
      expectWhole()
    }
  })

  test('rows grow with the text', async () => {
    draw(many(200), {
      children: (item, place) => (
        <div className="grows" style={{ blockSize: 'var(--grown, 56px)' }}>
          <Row place={place} name={item.id} />
        </div>
      ),
    })
    await scrollTo(3_000)
    const seen = rows().find(row => row.getBoundingClientRect().top >= body().getBoundingClientRect().top)
    stage.outlet.style.setProperty('--grown', '112px')
    await frame()
    await frame()
    expectWhole()
    expect(list().getBoundingClientRect().height).toBe(200 * 112)
    expect(seen?.isConnected).toBe(true)
  })

  test('rows without a control take focus themselves', async () => {
    draw(many(100), {
      still: true,
      children: (item, place) => <Row place={place} name={item.id} still />,
    })
    expect(rows()[0]?.tabIndex).toBe(0)
    rows()[0]?.focus()
    await userEvent.keyboard('{End}')
    expect(focusedText()).toBe('row 99')
    expect(stage.root.activeElement?.tagName).toBe('LI')
  })

  test('asks for more near the end, once for each page', async () => {
    const onEnd = vi.fn<() => void>()
    draw(many(100), { onEnd })
    expect(onEnd).not.toHaveBeenCalled()
    await scrollTo(1e9)
    expect(onEnd).toHaveBeenCalledTimes(1)
    draw(many(200), { onEnd })
    await frame()
    expect(onEnd).toHaveBeenCalledTimes(1)
    await scrollTo(1e9)
    expect(onEnd).toHaveBeenCalledTimes(2)
  })

  test('renders an empty list', () => {
    draw([])
    expect(rows()).toEqual([])
  })
})
