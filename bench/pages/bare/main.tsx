// React and one button: the floor for "button usable".
import { createRoot } from 'react-dom/client'

createRoot(document.getElementById('root') as HTMLElement).render(
  <button type="button">Connect wallet</button>,
)
