/** The addresses of personal accounts, which belong to no organization. */
const PERSONAL = /@(outlook|hotmail|live|msn)\.[a-z.]+$/i

/** Whether an address is that of a personal Microsoft account. */
export const isPersonalMicrosoft = (email: string): boolean => PERSONAL.test(email)
