import type { Picture } from 'latchkey/gallery'

interface Drawings {
  readonly files: Readonly<Record<string, string>>
  /** By kind, then id: the name of a file. */
  readonly chosen: Readonly<Record<string, Readonly<Record<string, string>>>>
}

// The services' own drawings, with their licence in the same file: what a wallet or network looks like with services.
const registry = import.meta.glob<Drawings>('../../../server/src/data/assets/registry/logos.json', {
  eager: true,
  import: 'default',
})
const [drawings] = Object.values(registry)

/** A drawing that we have a licence for, as a `data:` URL. */
export const drawingOf: Picture = (kind, id) => {
  const chosen = drawings?.chosen[kind] ?? {}
  const name = Object.hasOwn(chosen, id) ? chosen[id] : undefined
  const svg = name === undefined ? undefined : drawings?.files[name]
  return svg === undefined ? undefined : `data:image/svg+xml,${encodeURIComponent(svg)}`
}
