package dev.referee.desk;

import java.util.Locale;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;

/** Starts the permit desk: the web application that embeds Referee. */
@SpringBootApplication(exclude = {DataSourceAutoConfiguration.class, ErrorMvcAutoConfiguration.class})
@ConfigurationPropertiesScan
public class PermitDesk {

    /** Starts the desk. The desk's own options are explained by {@code ./desk --help}; all others are Spring Boot's. */
    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        String[] properties;
        try {
            properties = DeskArguments.toProperties(arguments);
        } catch (DeskRefusal refusal) {
            System.err.println("permit-desk: " + refusal.sentence());
            System.exit(2);
            return;
        }
        SpringApplication.run(PermitDesk.class, properties);
    }
}
