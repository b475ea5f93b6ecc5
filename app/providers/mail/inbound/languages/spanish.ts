import type { Words } from './words'

export const SPANISH: Words & Record<string, string> = {
  edges: 'y gracias pero o porque saludos atentamente',
  fillers: 'muy también por-favor ya amablemente inmediatamente definitivamente favor',

  me: 'me/nos/mí/nosotros | mi/nuestro/nuestra/mis/nuestros/este/esta/el (dirección-de) (correo/email) correo/email/dirección/contacto/contactos/datos/nombre/mail/empresa/cuenta (electrónico/electrónica/personales/de-contacto)',
  emails:
    'correo/correos/email/emails/mail/mails/mensaje/mensajes/publicidad/comunicación/comunicaciones/ofertas/propuestas/información/newsletter/boletines/newsletters/spam/contacto/promociones/envíos/publicitarios/solicitudes',
  list: 'lista/listas/base/bases/registros/sistema/newsletter/boletín/mailing/crm/fichero/ficheros/agenda/campaña/campañas/envíos',
  from: 'de/en (todas/todos) (su/sus/tu/tus/la/las/esta/vuestra/vuestras/el/los) LIST',
  take: '*eliminar*/*eliminen*/*elimine*/*eliminad*/*borrar*/*borren*/*borre*/*borrad*/*quitar*/*quiten*/*quite*/*quitad*/*sacar*/*saquen*/*saque*/*retirar*/*retiren*/*retire*/*elimínen*/*excluir*/*excluyan*/*remover*/*remuevan*/*eliminado*/*bajen*/suprimir/supriman/suprimid/bórrenme/bórrennos/elimínennos/quítennos/sáquennos/retírennos/elimínenme/quítenme/sáquenme/retírenme',
  write: 'escrib*/escrí*/envi*/enví*/mand*/contact*/remit*/moleste*/molest*/insist*',
  more: 'más/ningún/ninguna/nuevos/nuevas/este/estos/esta/sus/su/tus/otros/ningun/futuros/posteriores/este-tipo-de/ese-tipo-de/esta-clase-de/estos-tipos-de',

  not: 'no/nunca/sin',
  reported:
    'clic/click/pulse/pinche/pinchando | si no desea/desean/quiere/quieres/deseas (seguir) recibir/recibiendo | para darse de baja | si desea/quiere darse | responda/responde con | dijo/dicen/responden/clientes/usuarios/alguien/por-qué/cómo/cuándo',
  except: 'antes/hasta/lunes/<day>/semana/mientras/mañana/hoy/llámeme/llámenos/teléfono/tarde',
  wish: 'queremos/quiero/deseamos/deseo/quisiera/quisiéramos/queríamos/quería/pretendemos/interesa',
  prefer:
    'preferimos/preferiría/preferiríamos/prefiero/gustaría/rogamos/ruego/pedimos/pido/agradecería/agradeceríamos/agradezco/agradecemos/rogaría/rogaríamos/agradecerías/solicito/solicitamos',
  remove: `
    TAKE (de/a) ME … FROM | TAKE FROM | ME TAKE FROM | TAKE ME . | ME TAKE .
    dar/den/dé/denos/dennos/darnos/darme/denme/deme/dadme/dadnos/dar-nos (me/nos) (de) baja | baja (de/en) su/sus/la/esta/vuestra LIST | solicito/solicitamos/pido/pedimos/quiero/deseo/deseamos (la/mi/nuestra) baja/cancelación/supresión/eliminación
    cancelar/cancelen/cancele/anular/anulen … suscripción | derecho (de/a) (la) supresión/oposición/cancelación | supresión/eliminación/cancelación de/total (mis/nuestros) datos | oponemos/opongo (a) (al/la) tratamiento/recepción`,
  noMore: `
    no (me/nos) vuelva/vuelvan/vuelvas/volver/volváis/volviera/volvieran (a) WRITE/contactar* | no (me/nos) WRITE (_) más/nunca/ningún/de-nuevo/otra-vez/en-el-futuro/en-adelante | no (me/nos) WRITE (MORE) EMAILS
    no WISH (seguir) recibir/recibiendo (MORE) (MORE) EMAILS | no WISH (seguir) recibir/recibiendo MORE | no WISH (seguir) (ser/siendo/que-me/que-nos) WRITE | no recibir MORE (EMAILS)
    PREFER … no (seguir) recibir/recibiendo (MORE) (MORE) EMAILS | PREFER … no (me/nos) WRITE | PREFER … no (seguir) (ser/siendo) contactad* | PREFER … no (seguir) recibir MORE
    dej*/ces*/paren/pare/parar (ya) de WRITE | dej*/ces*/paren/pare/parar (ya) (con/de) (sus/los/estos/con) EMAILS | abst*/evit* (de) (MORE) WRITE/EMAILS | no/ni/ningún MORE EMAILS`,
  perhaps:
    'no hace-falta/es-necesario (que) insistan/insista/insistir/nos-escriban | no insista/insistan/insistir/insistas | rgpd/lopd | es/esto/como spam | no-solicitado/no-solicitados/no-deseados/no-deseado | de-dónde (han/ha) sacado/obtenido | darse de baja | baja . | dejen/déjenme/déjennos (en) paz | no (me/nos) WRITE .',

  away: `
    a tiempo parcial | jornada reducida | estoy/estaré/estamos/estaremos/me-encuentro/me-encontraré/ando/está/estará (_) (_) fuera/ausente/ausentes/vacaciones/baja/permiso/viaje/viajando/licencia/cerrado/cerrados/indisponible/descanso/desconectado/desconectada/cerrada | fuera (de) (la/mi/nuestra) oficina | (de) vacaciones (_) hasta/del/desde | estaré/estoy (_) (_) (_) hasta (el/la) <day>
    no estoy/estaré/estamos/me-encuentro/estaremos (_) en/disponible/disponibles/localizable/trabajando (la/mi) (oficina) | regreso/vuelvo/regresaré/volveré/me-reincorporo/reincorporaré/incorporo/regresamos/volvemos/retomo/de-vuelta/de-regreso (a/la/a-la/de) oficina/trabajo el/a-partir-del (día) <day> | baja médica/maternal/por-maternidad/paternal/por
    oficina/oficinas/empresa/tienda (_) permanecerá/permanecerán/estará/estarán/está/permanece/cierra (_) cerrad*`,
  covered: `
    urgente/urgentes/urgencia/urgencias/emergencia/inmediata/inmediato/esperar … … … … contact*/escrib*/diríjase/dirigirse/llamar/llame/póngase/hablar/hable/acudir/pueden/puede/<address>/consulte/avise/avisen | contact*/escrib*/diríjase/dirigirse/llamar/llame/póngase/hable … … … … <address>/urgente/urgentes
    en/durante (mi/nuestra/la/este/esta) ausencia/periodo/período | mientras tanto | (le/les/te/os) atenderá/atenderán/ayudará/ayudarán/puede-ayudar/podrá-ayudar | (me) sustituye/sustituirá/cubre/cubrirá/reemplaza
    (EMAILS) … no serán/será/se … leídos/leído/reenviados/reenviado/leerá/leerán/reenvían/reenvía/atendidos/revisados | acceso/conexión/cobertura … limitado/limitada/email/correo/mail/internet/intermitente | revisaré/consultaré/reviso/miraré … poco/ocasionalmente/correo`,
  later:
    'responderé/contestaré/atenderé/leeré/responderemos … … regreso/vuelta/vuelva/regrese/retorno/pueda | (a) mi regreso/vuelta/retorno/reincorporación | respuesta/respuestas … demorar/tardar/retras*/más-lenta',
  left: `
    (ya) no trabajo/trabaja/formo/forma/pertenezco/pertenece/trabajamos (_) (_) en/aquí/parte/para/a | he/ha/haber dejado/abandonado (_) (de) trabajar/empresa/compañía/organización/formar | (he/ha) causado/pasado baja/a-la-jubilación | (me-he/se-ha) jubilado
    cuenta/buzón/dirección/correo (_) (_) (ya) (no) (está/se/es/ha-sido) (_) activa/activo/operativa/operativo/utiliza/usa/desactivada/desactivado/cerrada/cerrado/válida/en-uso/revisa/atendido`,
  received:
    'recibido/registrado/recibida/registrada/creado/abierto/asignado (_) (_) EMAILS/solicitud/consulta/caso/ticket/petición/mensaje/correo/incidencia | (su/tu) EMAILS/solicitud/consulta/petición/ticket (_) (_) (ha-sido/fue/ha) (sido) recibido/recibida/registrado/registrada/creado | acus* (de) recibo | confirmamos (la) recepción',
  promise:
    'responderemos/contestaremos/contactaremos/atenderemos/responderá/contactará/pondrá/pondremos/respuesta/responderé/contestaré/atenderá/daremos/responderle … … … … brevedad/antes-posible/pronto/plazo/horas/días/<day>/posible/en-breve | (a) la (mayor) brevedad | (lo) antes posible | (un) agente/asesor/compañero/especialista … responderá/contactará/atenderá | horario (de)',
  ticket:
    'número/referencia/ticket/caso/expediente/solicitud/incidencia (de/es/no/nº) … <day> | conserve/mantenga/indique/incluya/cite/mencione … referencia/número/asunto | en el asunto | con (la) referencia | con el número',
  challenge:
    'confirm*/haga-clic/pulse/verifi*/demuestre/compruebe … … … … persona/humano/robot/enlace/remitente/identidad/real | filtro/antispam/spam/no-deseado … … … mensaje/correo/cola/espera/retenido/uso/utilizo/protegido | mensaje/correo está/ha-quedado/queda (_) espera/retenido/cola/cuarentena/pendiente | sus/futuros EMAILS … llegarán/pasarán/entregados',
  automatic:
    'mensaje/correo/respuesta/email/notificación/generado/enviado/generada (_) (_) automático/automática/automáticamente/automatizado/automatizada',
  courtesy:
    'gracias (por) … EMAILS/interés/comprensión/paciencia/contactar/contacto/escribir/consulta/confianza/solicitud/comunicarse/contactarnos/escribirnos | gracias . | (un) (cordial) saludo | saludos | disculp* (por/las/los) … molestias/retraso/inconvenientes | felices/feliz/buen/buenas/buenos fiestas/navidad/día/vacaciones/año/verano/tardes/días | no responda/conteste/respondas/responder (a) (este/esta)',
  personal: `
    interesa/interesado/interesada/interesados/interesante/presupuesto/precio/precios/oferta/contrato/reunión/demo/un-pedido/comprar/muestra/muestras/factura/tarifas/usuarios/gusta/claro/mañana/hoy/sí/propuesta
    cuánto/cuándo/por-qué/podría-enviar/puede-enviar/mándeme/envíeme/envíenos/llámeme/hablamos/podemos/igualmente/mientras-tanto-envíe/corre-prisa/va-bien/próxima-semana`,
}
