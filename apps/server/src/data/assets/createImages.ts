import { type Kept, keep } from '../../core/http/sendKept.ts'
import { drawMonogram } from './drawMonogram.ts'
import logos from './registry/logos.json' with { type: 'json' }
import monograms from './registry/monograms.json' with { type: 'json' }

export type ImageKind = 'wallets' | 'networks' | 'currencies' | 'tokens'

/** The pictures of what we list, SVG in UTF-8, all in memory. */
export interface Images {
  /** Ids of currencies and tokens count in any case; a wallet's picture is also found by its digest. */
  find(kind: ImageKind, id: string): Kept | undefined
}

/** The logos we have a licence for, and monograms for everything else. */
export function createImages(
  wallets: readonly { readonly id: string; readonly name: string; readonly color: string }[],
): Images {
  const made = new Map<string, Kept>()
  const kinds = new Map<ImageKind, Map<string, Kept>>()
  const add = (kind: ImageKind, id: string, svg: string): Kept => {
    const image = made.get(svg) ?? keep(svg)
    made.set(svg, image)
    const known = kinds.get(kind) ?? new Map<string, Kept>()
    kinds.set(kind, known.set(id, image))
    return image
  }

  for (const [id, path] of Object.entries(logos.chosen.networks)) add('networks', id, drawing(path))
  for (const [id, path] of Object.entries(logos.chosen.tokens)) add('tokens', id, drawing(path))
  for (const kind of ['currencies', 'tokens'] as const) {
    for (const [id, [letter = '?', colour = '']] of Object.entries(monograms[kind]))
      add(kind, id, drawMonogram(letter, colour))
  }
  const chosen: Readonly<Record<string, string>> = logos.chosen.wallets
  for (const { id, name, color } of wallets) {
    const path = Object.hasOwn(chosen, id) ? chosen[id] : undefined
    const image = add('wallets', id, path === undefined ? drawMonogram(name, color) : drawing(path))
    kinds.get('wallets')?.set(image.digest, image)
  }
  return {
    find: (kind, id) =>
      kinds.get(kind)?.get(kind === 'currencies' || kind === 'tokens' ? id.toLowerCase() : id),
  }
}

function drawing(path: string): string {
  const files: Readonly<Record<string, string>> = logos.files
  const svg = files[path]
  if (svg === undefined) throw new Error(`No drawing at ${path}`)
  return svg
}
