/**
 * Words that are not part of a person's or a business's name when the transcript has no capitals or the word starts a sentence.
 */
const ENGLISH = `
a about ac after again air alarm all also am an and another any anymore appointment are area around as asap ask at attic away back bad basement be because been before
behind beware big blowing boiler book both breaker bring broken building burning but by call called caller calling came can carbon cell change check checkup clean cleaning client co coil cold
come coming compressor condenser condo contactor cool cooling could create customer day deductible detector diagnostic did didn't do does doesn't dog don't door down drain drive duct ducts during
each early eight electric eleven else emergency equipment estimate evening every fan filter find first five fix floor for four freezing friday from front frozen furnace garage gas gate get
getting give go goes going good got great hall handler has have having he head hear heat heater heating heavy hello help her here hey hi him his hold home hot hour hours house how humidifier hundred hvac i i'm i've
ice if in inside inspection install installation is isn't issue it its january february march april june july august september october november december job jobs just keep keeps kitchen know landlord last later
leak leaking let light like line little live lives living look loud low lot lots machine maintenance make making manager many maybe me mini monday month monoxide more morning move much my name need needs new next
nice night nine no nobody noise none noon normal not note nothing now number of off office okay ok old on once one only open or order other our out outdoor over own owner pack part parts people per phone pilot
place please power pressure priority problem pump put quick quit quote ready reading refrigerant regarding repair replace replacement report reported reporting reports rooftop room running said same saturday saw say says sched schedule second
see send service set seven she shop short should sir site six smell smells so some somebody someone something soon sorry split start starts stop stopped stuff sunday super sure system take tech technician temperature ten
tenant than thank thanks that the their them then there there's these they thing things think third this those thousand three thursday time to today tomorrow ton tonight too top tuesday tune turn turns twelve twenty two uh um
under unit until up upstairs downstairs urgent us use used user very visit wait walk want wants warm was wasn't water way we weak wednesday week well went were what when where which while who why will winter wishes with won't
work working works would yeah year years yes yesterday yet you your zone compressors capacitor capacitors flooding flooded warranty urgently address street avenue road lane court boulevard
mr mrs ms miss dr lady guy man woman gentleman neighbor wife husband mom dad mother father son daughter kid brother sister boss fellow heatpump thermostat remember bringing checking needing asked says' it'd he'd she'd they'd we'd hasn't haven't can't couldn't wouldn't shouldn't aren't weren't let's
trane carrier lennox rheem goodman york bosch daikin mitsubishi fujitsu bryant ruud amana nest honeywell ecobee thanksgiving christmas easter`;
const SPANISH = `
el la los las un una unos unas y o u e de del al a en con por para sin sobre entre hasta desde que quien cual cuando donde como porque si no ni ya muy mas menos mi mis su sus tu tus nuestro
nuestra este esta estos estas ese esa eso esto aquel lo le les se me te nos es son esta estan estoy estaba hay habia ha he han ser estar tener tiene tienen tengo tenemos hace hacen hacer dice dicen dijo llamo llama
llamar llamen llego llegar quiere quieren quiero necesita necesito necesitan necesitamos puede pueden puedo voy va van vaya vayan ven venga vengan ir vivo vive soy somos favor gracias hola bueno buenos buenas dia dias
lunes martes miercoles jueves viernes sabado domingo hoy manana ayer tarde noche mediodia semana mes hora horas proximo proxima pasado pasada enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
cliente clienta senor senora sr sra don dona tecnico casa calle avenida direccion telefono numero celular correo trabajo trabajos orden cita visita servicio mantenimiento reparacion instalacion limpieza cambio revision revisar reparar
instalar limpiar cambiar programa programar agenda agendar manda mandar mandale manden envia envien pon ponle ponga lleva llevar trae dile aire acondicionado calefaccion calefactor caldera horno bomba calor agua calentador termostato
unidad equipo ducto ductos filtro filtros capacitor gas fuga ruido frio caliente enfria calienta funciona prende enciende gotea huele monoxido carbono alarma urgente emergencia prioridad baja alta sotano piso techo puerta codigo perro
llave nota dos tres cuatro cinco seis siete ocho nueve diez once doce otro otra otros otras segundo segunda primero primera tambien luego despues antes ahora siempre todo toda todos todas algo nada alguien nadie mucho mucha poco poca
bien mal mejor favor rooftop minisplit boiler breaker tumba sale sabe fue era oficina inquilino dueno duena edificio cotizacion presupuesto vecino vecina esposa esposo hijo hija mama papa hermano hermana muchacho muchacha hombre mujer jefe nombre nuevo nueva llamado llamada navidad pascua`;

const COMMON: ReadonlySet<string> = new Set(`${ENGLISH} ${SPANISH}`.split(/\s+/).filter(Boolean));

/** Whether the folded word is an everyday or trade word, which alone is not a name. */
export const isCommon = (word: string) => COMMON.has(word);
