import { useEffect, useState } from 'react'
import { type GalleryValues, readGallery, writeGallery } from './galleryValues.ts'

/** The values in the address, and a function that changes some; another state is a step that the browser goes back from. */
export function useGalleryValues(
  first: GalleryValues,
): readonly [GalleryValues, (change: Partial<GalleryValues>) => void] {
  const [values, setValues] = useState(first)
  useEffect(() => {
    const read = () => setValues(readGallery(location.search))
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])
  return [
    values,
    change => {
      const next = { ...values, ...change }
      const isStep = next.show !== values.show
      history[isStep ? 'pushState' : 'replaceState'](null, '', writeGallery(next))
      setValues(next)
    },
  ]
}
