export type Politeness = 'polite' | 'assertive'

export interface Live {
  readonly element: HTMLElement
  say(text: string, politeness: Politeness): void
}

/** A pair of live regions. Two of them exist, in the dialog and outside: behind an open modal nothing is read. */
export function createLive(document: Document): Live {
  const element = document.createElement('div')
  element.className = 'visually-hidden'
  const region = (politeness: Politeness) => {
    const part = document.createElement('div')
    part.setAttribute('role', politeness === 'polite' ? 'status' : 'alert')
    part.setAttribute('aria-live', politeness)
    part.setAttribute('aria-atomic', 'true')
    element.append(part)
    return part
  }
  const regions = { polite: region('polite'), assertive: region('assertive') }
  return {
    element,
    say(text, politeness) {
      for (const [each, part] of Object.entries(regions)) {
        // A screen reader finds the region's last text: it replaces the previous one (a refusal, once it is sent). The
        // same words twice are a change only if the text differs.
        part.textContent = each !== politeness ? '' : part.textContent === text ? `${text}\u00a0` : text
      }
    },
  }
}
