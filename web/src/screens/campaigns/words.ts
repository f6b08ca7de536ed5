import { editorTexts } from './editor/words.ts'
import { listTexts } from './listWords.ts'
import { reportTexts } from './report/words.ts'

// campaigns has all texts of the screen of campaigns.
export const campaigns = {
  en: { ...listTexts.en, ...editorTexts.en, ...reportTexts.en },
  pt: { ...listTexts.pt, ...editorTexts.pt, ...reportTexts.pt },
  es: { ...listTexts.es, ...editorTexts.es, ...reportTexts.es },
}

export type CampaignWords = (typeof campaigns)['en']
