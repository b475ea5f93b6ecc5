import type { Language } from '../language'

export const SPANISH: Language & Record<string, string> = {
  edges: 'y gracias por no sí hola perdón porque ya',
  fillers: 'muy mucho realmente lamentablemente',
  if: 'si !,',
  not: 'no/nunca/nada/ningún/ninguno/ninguna/tampoco/jamás/sin/ni',
  reported: 'no es que | no quiere decir | no significa | no dije | usted dijo',
  but: 'pero/sin-embargo/lamentablemente/desafortunadamente/desgraciadamente/aunque !gracias/suerte',
  request: '. puede/podría/puedes/podrías/podemos/podríamos',

  am: 'estoy/estamos/estaría/estaríamos (para-nada) interesado/interesada/interesados/interesadas',
  more: 'más información/detalles/info',
  call: '(una/la/un/el) llamada/reunión/cita/demo/hueco',
  arrange: 'agendar/concertar/programar/tener/organizar CALL',
  near: 'SOON | lunes/martes/miércoles/jueves/viernes/mañana',
  interested: `
    AM ./en | me/nos interesa/interesaría ./saber/conocer/su/tu/recibir/ver/la-propuesta/la-oferta | me/nos gustaría saber/conocer más
    me/nos gustaría (ver/recibir/conocer/saber/tener) MORE/CALL/ARRANGE/la-propuesta
    envíeme/envíenme/envíame/envíenos/mándeme/mándame/por-favor-envíe/por-favor-envía … MORE
    podemos/podríamos hablar/reunirnos/agendar/concertar/ARRANGE … cuando/esta-semana/NEAR | NEAR … me/nos viene/va bien`,
  asks: `
    puede/puedes/podría/podrías/pueden/podrían enviarme/enviarnos/mandarme/mandarnos/darme/darnos MORE | podemos/podríamos ARRANGE`,
  booked: `
    he/hemos reservado/agendado CALL | acabo de reservar/agendar CALL | he/hemos aceptado su/tu/la invitación
    confirmo/confirmamos (nuestra) CALL`,

  offer: 'en su/tu/sus/esta/este/esto/eso/el-producto/lo-que/la-oferta/la-propuesta/absoluto | para nada',
  refused: `
    no AM ./OFFER
    no me/nos interesa/interesan ./su/tu/sus/esta/este/esto/eso/lo-que/la-oferta/la-propuesta/el-producto/el-servicio/OFFER
    no tengo/tenemos (ningún) interés (alguno) ./OFFER
    no necesito/necesitamos esto/eso/este-servicio/sus-servicios/su-servicio/su-producto/su-ayuda`,
  alone: '. no (,) (muchas) gracias .',

  now: 'ahora/ahora-mismo/por-ahora/por-el-momento/de-momento/actualmente/en-este-momento/este-año/este-trimestre',
  later: `
    no/ni/ningún … … NOW | . NOW no . | NOW/FAR (,) no AM/me-interesa/nos-interesa/tenemos/tengo/es/lo-necesitamos/necesitamos
    no es el/un (buen/mejor) momento | RETURN … … más-adelante/más-tarde/FAR | de-nuevo/otra-vez/nuevamente … TIME
    quizá/quizás/tal-vez/posiblemente … más-adelante/más-tarde/FAR | no … hasta/antes-de FAR`,
  return: `
    contacte/contácteme/contáctenos/contáctame/contáctanos/escriba/escríbame/escríbeme/escríbenos/escríbanos
    vuelva/vuelve/vuelvan/hablamos/hablemos/retomamos/retomemos/llámeme/llámame/inténtelo/inténtalo`,

  responsible:
    'es el/la responsable/encargado/encargada/persona-adecuada/persona-indicada | se encarga de | lleva',
  wrong: `
    no soy (yo) la persona adecuada/correcta/indicada/responsable/encargada | no soy (yo) el/la responsable/encargado/encargada/contacto
    no soy quien lleva/decide/se-encarga | equivocado/equivoca de persona | persona equivocada
    ya no trabajo/trabaja aquí/allí/en/para/con | he-dejado/dejé/ha-dejado/dejó la empresa
    mi compañero/compañera/colega (_) RESPONSIBLE | nuestro/nuestra _ (_) RESPONSIBLE`,
  refers:
    'contacte/contacta/contactar/escriba/escríbale/escribe/diríjase/dirígete/póngase-en-contacto/hable/habla (a/con/al) !SELF',
  self: '(a) mí/me/nosotros | (a) mi (otro) correo/dirección/email/mail',
  away: 'vacaciones | fuera de (la) oficina | ausente/ausencia',

  months:
    'enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre',
  numbers: 'un/una dos tres cuatro cinco seis siete ocho nueve diez once doce',
  ordinals: 'primer segundo tercer cuarto',
  units: 'día/días semana/semanas mes/meses trimestre año/años',
  in: 'en/dentro-de',
  parts:
    'principios/inicios/comienzos mediados finales/fines/final después en/a-partir-de/hasta/desde/próximo',
  next: 'próxima-semana/semana-que-viene próximo-mes/mes-que-viene próximo-trimestre próximo-año/nuevo-año/año-que-viene',
  someDay: `
    en/dentro-de unos/unas/algunos/algunas semanas/meses | en primavera/otoño/verano
    después de/del (las/los/el/la) vacaciones/fiestas/verano/navidad/navidades`,
}
