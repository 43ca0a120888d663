import type { MouseEvent, ReactNode } from 'react'
import { type GalleryValues, writeGallery } from './galleryValues.ts'

export declare namespace StateLink {
  interface Props {
    readonly values: GalleryValues
    /** The id of the state; empty: all of them. */
    readonly show: string
    readonly onShow: (id: string) => void
    readonly id?: string
    readonly isCurrent?: boolean
    readonly children: ReactNode
  }
}

/** A link to a state in the gallery, which a plain press follows without a load. */
export function StateLink({ values, show, onShow, id, isCurrent, children }: StateLink.Props) {
  function follow(event: MouseEvent) {
    // A new tab or window is the browser's.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onShow(show)
  }
  return (
    <a
      href={writeGallery({ ...values, show })}
      onClick={follow}
      aria-current={isCurrent ? 'true' : undefined}
      id={id}
    >
      {children}
    </a>
  )
}
