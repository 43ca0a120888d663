import { createRoot } from 'react-dom/client'
import { App, createHandle } from './App.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App latchkey={createHandle()} />)
