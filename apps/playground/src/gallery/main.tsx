import { viewStates } from 'latchkey/gallery'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'
import { readGallery, writeGallery } from './galleryValues.ts'
import { dressPage, installGallery } from './installGallery.ts'
import { NoState } from './NoState.tsx'
import '../shop/shop.css'
import './gallery.css'

const root = document.getElementById('root')
const values = readGallery(location.search)
const gallery = installGallery(values)
const isState = (id: string) => viewStates.some(state => state.id === id)

function draw(page: ReactNode): void {
  if (root) createRoot(root).render(<StrictMode>{page}</StrictMode>)
}

// A link from before states were keys of the query.
const old = location.hash.slice(1)
if (isState(old)) location.replace(writeGallery({ ...values, state: old }))
else if (isState(values.state)) void gallery.show(values.state)
else {
  dressPage(values)
  draw(values.state === '' ? <Gallery first={values} /> : <NoState id={values.state} />)
}
