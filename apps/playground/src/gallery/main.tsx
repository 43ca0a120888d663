import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'
import { installGallery } from './installGallery.ts'
import '../shop/shop.css'
import './gallery.css'

const root = document.getElementById('root')
const theme = new URLSearchParams(location.search).get('theme')
const themeMode = theme === 'light' || theme === 'dark' ? theme : undefined
if (themeMode) document.documentElement.dataset.theme = themeMode
const gallery = installGallery({ themeMode })
const wanted = decodeURIComponent(location.hash.slice(1))

if (wanted) void gallery.show(wanted)
else if (root)
  createRoot(root).render(
    <StrictMode>
      <Gallery themeMode={themeMode} />
    </StrictMode>,
  )
