const key = 'planWantedFor';
const whatsApp = 'whatsapp';

/** Remembers across the checkout that the plan was requested on the WhatsApp page. */
export const wantPlanForWhatsApp = (): void => sessionStorage.setItem(key, whatsApp);

/** Returns whether the plan was requested there, once. */
export function takePlanForWhatsApp(): boolean {
  const isWanted = sessionStorage.getItem(key) === whatsApp;
  sessionStorage.removeItem(key);
  return isWanted;
}
