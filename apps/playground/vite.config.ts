import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { sourceCondition } from '../../scripts/sourceCondition.ts'
import { cssText } from '../../scripts/vite/cssText.ts'

/** The host page, the gallery and the phone wallet, built from the packages' sources. */
export default defineConfig({
  plugins: [cssText(), react()],
  resolve: { conditions: [sourceCondition, ...defaultClientConditions] },
  build: {
    target: 'es2023',
    rollupOptions: { input: { index: 'index.html', gallery: 'gallery.html', phone: 'phone/index.html' } },
  },
})
