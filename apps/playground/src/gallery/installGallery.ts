import { type ShownState, showViewState, viewStates } from 'latchkey/gallery'

export interface GalleryHandle {
  readonly states: readonly { readonly id: string; readonly view: string; readonly title: string }[]
  /** Opens a state as its dialog over an empty page; resolves when it is on the screen. */
  show(id: string): Promise<void>
}

declare global {
  interface Window {
    /** Every state of every view, for tests. */
    gallery?: GalleryHandle
  }
}

/** Puts `window.gallery` into the page. `#<view>/<state>` in the address opens that one alone. */
export function installGallery(options: { readonly themeMode: 'light' | 'dark' | undefined }): GalleryHandle {
  let shown: ShownState | undefined
  const gallery: GalleryHandle = {
    states: viewStates.map(({ id, view, title }) => ({ id, view, title })),
    async show(id) {
      const state = viewStates.find(each => each.id === id)
      if (!state) throw new Error(`There is no state "${id}". See window.gallery.states.`)
      shown?.destroy()
      delete document.documentElement.dataset.shown
      shown = await showViewState(state, { ...(options.themeMode && { themeMode: options.themeMode }) })
      document.documentElement.dataset.shown = id
    },
  }
  window.gallery = gallery
  addEventListener('hashchange', () => location.reload())
  return gallery
}
