import { defineConfig } from 'vite'

// Inside this repository `latchkey` is a link to its workspace, which has a React of its own.
export default defineConfig({ resolve: { dedupe: ['react', 'react-dom', 'viem'] } })
