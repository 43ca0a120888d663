import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, createHandle } from '../plain/App.tsx'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App latchkey={createHandle()} />
    </StrictMode>,
  )
}
