/** Spanish words of what people do with APIs → the English ones that descriptions use. Data; every inflection is found by its stem. */

/** English words, then the Spanish ones that mean them. Irregular forms stand beside the infinitive. */
const TABLE = `
create new: crear crea cree nuevo nueva alta
add: añadir agregar incluir sumar
list: listar lista listado enumerar
get show: ver veo mostrar muestra enseñar obtener dame consultar consulta leer detalle detalles
search find: buscar busca busque búsqueda encontrar encuentra localizar hallar
update edit: actualizar editar modificar cambiar cambia cambio corregir corrige
replace: reemplazar sustituir sustituye
delete remove: borrar eliminar quitar suprimir
send: enviar envía mandar manda
reply: responder responde contestar contesta respuesta
message: mensaje mensajes
assign: asignar asigna encargar
convert: convertir convierte convertido transformar
merge: fusionar fusión unir combinar juntar
cancel: cancelar anular anula
confirm: confirmar
schedule: programar agendar agenda planificar
reschedule: reprogramar reagendar aplazar mover mueve posponer
move: mover mueve trasladar
book booking: reservar reserva reservas
appointment: cita citas
availability available free: disponibilidad disponible libre libres hueco huecos
close: cerrar cierra cierre
open: abrir abre abierto abierta
archive: archivar
block: bloquear bloquea
tag: etiquetar
tag label: etiqueta etiquetas
complete done: completar terminar hecho hecha acabar finalizar
start: empezar empieza iniciar comenzar
stop: parar detener detén
pause: pausar
resume: reanudar
restart reboot: reiniciar reinicia
set: poner pon ponme
deal opportunity: trato tratos
enable: activar habilitar
disable: desactivar deshabilitar
publish: publicar publica
issue: emitir
import: importar
export: exportar
upload: subir sube cargar
download: descargar bajar
pay payment: pagar pago pagos
charge: cobrar cobro
refund: devolver devuelve devolución reembolso reembolsar
invoice: factura facturas facturar
order: pedido pedidos orden
customer client contact: cliente clientes
contact: contacto contactos
lead: prospecto prospectos
company: empresa empresas compañía
person: persona personas
user: usuario usuarios usuaria
member: miembro miembros
employee team member: empleado empleados empleada trabajador trabajadores
team: equipo equipos
group: grupo grupos
organization: organización organizaciones
account: cuenta cuentas
profile: perfil perfiles
note: nota notas apuntar apunta anotar
task: tarea tareas
reminder: recordatorio recordar recuérdame
conversation: conversación conversaciones chat charla
ticket issue: incidencia incidencias
comment: comentar comentario comentarios
article: artículo artículos
help: ayuda
email mail: correo correos
phone: teléfono teléfonos
call: llamar llamada llamadas
address: dirección direcciones
name: nombre nombres
file: archivo archivos fichero ficheros adjunto
document: documento documentos
image photo: foto fotos imagen imágenes
template: plantilla plantillas
report: informe informes reporte
statistics: estadística estadísticas
sales: venta ventas
funnel pipeline: embudo
stage: etapa etapas
opportunity deal: oportunidad oportunidades negocio
service: servicio servicios
product item: producto productos artículo
price: precio precios tarifa
inventory stock: inventario existencias almacén
subscription: suscripción suscripciones suscribir
plan: plan planes
card: tarjeta tarjetas
gift: regalo
discount: descuento descuentos
tax: impuesto impuestos
balance: saldo
bank: banco bancario
transfer: transferir transferencia traspasar
location store: tienda tiendas local locales sucursal
shift: turno turnos
opening hours: horario horarios apertura
hour time: hora horas
day: día días
date: fecha fechas
calendar: calendario
week: semana
month: mes meses
event: evento eventos
notification: notificación notificaciones aviso avisos
read: leído leída leídas
mark: marcar marca
pending open: pendiente pendientes
field: campo campos
custom: personalizado personalizados
attribute: atributo atributos
segment: segmento segmentos
channel: canal canales
workspace: espacio
branch: rama ramas
repository: repositorio repositorios
release version: versión versiones lanzamiento
collaborator: colaborador colaboradores
run execution: ejecución ejecutar ejecuciones
job: trabajo trabajos
request: solicitud solicitudes petición
change: cambios
review: revisar revisión
history: historial historia
setting: ajuste ajustes configuración preferencias
permission: permiso permisos
role: rol roles
invite: invitar invita invitación
join: unirse
leave: salir abandonar dejar
link: vincular enlazar enlace enlaces
pin: fijar fija
follow: seguir seguidores
count: contar cuántos cuántas
recent latest: reciente recientes último última últimos
current me: soy
status: estado estados
import job: importación
reward: recompensa recompensas premio
point: punto puntos
supplier vendor: proveedor proveedores
country: país países
city: ciudad
language: idioma idiomas
password: contraseña
key: clave claves llave
secret: secreto secretos
backup: copia respaldo
error: error errores fallo
log: registro registros
question: pregunta preguntas
survey: encuesta
answer: contestación
approve: aprobar aprueba
reject: rechazar rechaza
restore: restaurar recuperar
duplicate copy: duplicar copiar clonar
share: compartir comparte
lock: bloqueo
folder: carpeta carpetas
project: proyecto proyectos
page: página páginas
site: sitio web
order line: línea
quote: presupuesto presupuestos cotización
contract: contrato contratos
shipment: envío envíos
delivery: entrega entregas
return: devoluciones
budget: gasto gastos
transaction: transacción transacciones movimiento movimientos
category: categoría categorías
transaction expense: gasto gastos
income: ingreso ingresos
meeting: reunión reuniones
employee staff: personal plantilla
vacation leave absence: vacaciones ausencia ausencias
signature sign: firma firmar firmas
folder: directorio
shipment package: paquete paquetes
stock: unidades
coupon: cupón cupones
cart: carrito
campaign: campaña campañas
form: formulario formularios
video: vídeo vídeos
recording: grabación grabaciones
transcript: transcripción
vehicle: vehículo vehículos coche
room: sala salas habitación
guest attendee: invitado invitados asistente asistentes
assistant: asistente asistentes
nickname: apodo apodos
course: curso cursos
student: alumno alumnos estudiante
owner: propietario responsable
priority: prioridad
deadline due: plazo vencimiento
draft: borrador borradores
version: revisiones
usage: uso consumo
alert: alerta alertas
server: servidor servidores
domain: dominio dominios
`;

/** Spanish words that carry no meaning of their own. */
export const SPANISH_STOPWORDS = new Set(
  `a al algo alguien ante aquí aunque como con cual cuál cuáles cuando cuándo de del desde donde dónde e el él ella ellas ellos en
  entre era es esa esas ese eso esos esta está están estas este esto estos fue ha hace hacia han hasta hay he la las le les lo los
  más me mi mis muy nada ni no nos nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros para pero por porque que
  qué quien quién quiénes quiero puedo puedes se sea ser si sí sin sobre son su sus también tal te tengo tiene tienen todo toda todos todas
  tu tus un una unas uno unos y ya yo cada aún favor necesito quisiera pertenece pertenecen`
    .split(/\s+/)
    .map(fold),
);

/** Without accents, in lower case. */
export function fold(word: string): string {
  return word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
}

/** `Spanish word, folded → English words`. */
export const SPANISH: ReadonlyMap<string, readonly string[]> = read(TABLE);

function read(table: string): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const line of table.trim().split('\n')) {
    const [english = '', spanish = ''] = line.split(':');
    for (const word of spanish.trim().split(/\s+/).map(fold))
      words.set(word, [...new Set([...(words.get(word) ?? []), ...english.trim().split(/\s+/)])]);
  }
  return words;
}
