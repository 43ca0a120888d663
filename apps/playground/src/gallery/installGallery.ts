import { type ShownState, showViewState, viewPlaces, viewStates } from 'latchkey/gallery'
import { drawingOf } from './drawingOf.ts'
import { type Look, lookOf } from './galleryValues.ts'
import { holdFocus } from './holdFocus.ts'
import { toShowOptions } from './toShowOptions.ts'

export interface GalleryHandle {
  readonly states: readonly { readonly id: string; readonly view: string; readonly title: string }[]
  /**
   * Opens a state as its dialog over an empty page; resolves when it is on the screen, or another one was asked for. The
   * same state in the same look is not opened again. `look` defaults to the last one.
   * @throws Error when there is no such state, or it cannot be reached.
   */
  show(id: string, look?: Look): Promise<void>
}

declare global {
  interface Window {
    /** Every state of every view, for tests and for the frames of the gallery. */
    gallery?: GalleryHandle
  }
}

/** Puts `window.gallery` into the page. */
export function installGallery(first: Look): GalleryHandle {
  const root = document.documentElement
  const { frameElement } = window
  let look = first
  let shown: ShownState | undefined
  const nothing = () => {}
  let release: () => void = nothing
  let asked: { readonly key: string; readonly done: Promise<void> } | undefined

  async function open(id: string, after: Promise<void> | undefined, isWanted: () => boolean): Promise<void> {
    const state = viewStates.find(each => each.id === id)
    if (!state) throw new Error(`There is no state "${id}". See window.gallery.states.`)
    // One at a time: two of them would be two dialogs.
    await after?.catch(() => undefined)
    if (!isWanted()) return
    shown?.destroy()
    shown = undefined
    delete root.dataset.shown
    dressPage(look)
    const { room, title } = viewPlaces[state.view]
    document.title = `${room}, ${title}: ${state.title} · Latchkey`
    release()
    if (frameElement) release = holdFocus()
    try {
      shown = await showViewState(state, { ...toShowOptions(state, look), picture: drawingOf })
      root.dataset.shown = id
    } finally {
      // A picture in the overview takes the focus never.
      if (!frameElement?.hasAttribute('data-still')) {
        release()
        release = nothing
      }
    }
  }

  const gallery: GalleryHandle = {
    states: viewStates.map(({ id, view, title }) => ({ id, view, title })),
    show(id, wanted = look) {
      const key = JSON.stringify([id, lookOf(wanted)])
      if (asked?.key === key) return asked.done
      look = wanted
      const done = open(id, asked?.done, () => asked?.key === key)
      asked = { key, done }
      return done
    },
  }
  window.gallery = gallery
  return gallery
}

/** Gives the page itself the theme of a look. */
export function dressPage({ theme }: Pick<Look, 'theme'>): void {
  const { dataset } = document.documentElement
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
  else delete dataset.theme
}
