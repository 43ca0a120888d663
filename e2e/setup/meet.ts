/** A stranger at a host page, who counts what they press, type, open and read. */
import type { Locator } from '@playwright/test'

/** What a stranger did and read. */
export interface Visit {
  readonly typed: string[]
  readonly pressed: string[]
  readonly mails: string[]
  /** Each screen with the words that can be read on it. */
  readonly screens: Map<string, readonly string[]>
}

/** What it came to. */
export interface Tally {
  /** Everything done: presses, fields that were filled in, mails that were opened. */
  readonly actions: number
  readonly presses: number
  readonly words: number
  /** For people to read, a line for each screen. */
  readonly report: string
}

/** A stranger, and how they touch a page: by mouse, or by finger. */
export function meet({ touches = false }: { readonly touches?: boolean } = {}) {
  const visit: Visit = { typed: [], pressed: [], mails: [], screens: new Map() }
  return {
    visit,
    async see(name: string, ...parts: readonly Locator[]) {
      visit.screens.set(name, (await Promise.all(parts.map(readWords))).flat())
    },
    async type(name: string, field: Locator, text: string) {
      visit.typed.push(name)
      await field.fill(text)
    },
    async press(name: string, button: Locator) {
      visit.pressed.push(name)
      await (touches ? button.tap() : button.click())
    },
    /** Notes the mail that they open. */
    open(mail: string) {
      visit.mails.push(mail)
    },
    tally: () => count(visit),
  }
}

function count({ typed, pressed, mails, screens }: Visit): Tally {
  const mailed = mails.flatMap(wordsOf)
  const words = [...screens.values()].reduce((sum, each) => sum + each.length, mailed.length)
  const actions = typed.length + pressed.length + mails.length
  const lines = [
    `${actions} actions: typed ${typed.join(', ') || 'nothing'}; pressed ${pressed.join(', ')}; opened ${mails.length} mail`,
    `${screens.size} screens, ${words} words:`,
    ...[...screens].map(([name, each]) => `  ${each.length} ${name}: ${each.join(' ')}`),
    ...(mails.length > 0 ? [`  ${mailed.length} in the mail: ${mailed.join(' ')}`] : []),
  ]
  return { actions, presses: pressed.length, words, report: lines.join('\n') }
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word))
}

/** The words that can be seen in there, with those that a field shows while it is empty. */
async function readWords(within: Locator): Promise<readonly string[]> {
  const text = await within.evaluate(root => {
    const isSeen = (element: Element) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
      for (let each: Element | null = element; each; each = each.parentElement) {
        const { width, height } = each.getBoundingClientRect()
        if ((width <= 1 || height <= 1) && getComputedStyle(each).overflow !== 'visible') return false
      }
      return true
    }
    const read = (node: Node): string => {
      if (node instanceof Text) return node.parentElement && isSeen(node.parentElement) ? node.data : ''
      // The playground's own way to the inbox of the development mail: no host's visitor has it.
      if (node instanceof HTMLElement && node.dataset.devlinks !== undefined) return ''
      if (node instanceof HTMLStyleElement || node instanceof HTMLScriptElement) return ''
      if (node instanceof HTMLInputElement) return isSeen(node) && node.value === '' ? node.placeholder : ''
      const inside = node instanceof Element && node.shadowRoot ? [...node.shadowRoot.childNodes] : []
      return [...inside, ...node.childNodes].map(read).join(' ')
    }
    return read(root)
  })
  return wordsOf(text)
}
